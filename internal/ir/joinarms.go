package ir

import (
	"slices"
	"strings"

	"yogi/internal/term"
)

// JoinOptions bound what JoinArms makes.
type JoinOptions struct {
	// Assigned is the largest number of variables that the arms of one branch may assign.
	Assigned int
	// Size is the largest size of a conditional value.
	Size int
}

// JoinArms turns a branch whose arms only assign and meet again into conditional assignments, innermost
// branches first: where block A goes to X if c and else to Y, both of which nothing else goes to and which
// only assign before they go to J, A assigns ite(c, x, y) to each variable and goes to J. One arm may be
// empty. A loop-free part of a function that makes no calls and reads no inputs is then one edge of the
// abstraction (large-block encoding), and its paths are one formula instead of a region for each.
//
// Only arms that assign constants and other variables are joined, or what earlier joins made of them: such
// choices are easily decided, while a loop over a choice between two results of arithmetic is a formula that
// paths tell apart and solvers do not. Arms that update maps stay branches: a conditional map cannot be
// sliced by address. Normalize and Simplify afterwards remove the blocks left over.
func JoinArms(p *Program, options JoinOptions) {
	for _, f := range p.Functions {
		for f.joinArms(options) {
			f.mergeChains()
			f.normalize()
		}
	}
}

// joinArms is one round over the branches of f; it reports whether any was joined.
func (f *Function) joinArms(options JoinOptions) bool {
	count := make([]int, len(f.Blocks))
	count[0] = 1
	for _, b := range f.Blocks {
		for _, s := range b.Successors() {
			count[s.Index]++
		}
	}
	live, locals := f.liveOut(), len(f.Locals)
	joined := false
	for i := len(f.Blocks) - 1; i >= 0; i-- {
		if f.Blocks[i].joinArms(count, live, options) {
			joined = true
		}
		if len(f.Locals) > locals { // whose liveness is not known
			return true
		}
	}
	return joined
}

// joinArms joins the two arms of b's branch, if it has such. What is not live where they meet is dropped: it
// may have no value in the other arm.
func (b *Block) joinArms(count []int, live []bits, options JoinOptions) bool {
	g, ok := b.Terminator.(*Goto)
	if !ok || g.Choice != nil || len(g.Targets) != 2 || b.Call() != nil {
		return false
	}
	var arms [2]*arm
	for i, t := range g.Targets {
		arms[i] = &arm{}
		if count[t.Block.Index] == 1 && t.Block != b {
			arms[i] = readArm(t.Block, live[t.Block.Index])
		}
	}
	first, second := g.Targets[0], g.Targets[1]
	var meet *Block
	switch {
	case arms[0].exit != nil && arms[0].exit == arms[1].exit:
		meet = arms[0].exit
	case arms[0].exit != nil && arms[0].exit == second.Block:
		meet, arms[1] = second.Block, &arm{}
	case arms[1].exit != nil && arms[1].exit == first.Block:
		meet, arms[0] = first.Block, &arm{}
	default:
		return false
	}
	if meet == b || first.Block == second.Block {
		return false
	}
	values, ok := joinValues(b.Function.Program.Terms, first.Guard, arms, options)
	if !ok {
		return false
	}
	for i, t := range g.Targets {
		if arms[i].exit == meet {
			live[b.Index] = live[t.Block.Index]
		}
	}
	b.assumeTaken()
	b.assignTogether(values)
	b.Terminator = &Goto{At: g.At, Targets: []Target{{Guard: b.Function.Program.Terms.True(), Block: meet}}}
	return true
}

// arm holds what a block does that only assigns: the values of the variables at its end over those at its
// start. exit is nil for a block that does more.
type arm struct {
	exit   *Block
	values map[*Variable]*term.Term
	at     map[*Variable]At
}

func readArm(b *Block, live bits) *arm {
	if !b.jumpsOn() {
		return &arm{}
	}
	terms := b.Function.Program.Terms
	a := &arm{exit: b.Terminator.(*Goto).Targets[0].Block, values: map[*Variable]*term.Term{}, at: map[*Variable]At{}}
	known := map[*term.Term]*term.Term{}
	for _, instruction := range b.Instructions {
		assign, ok := instruction.(*Assign)
		if !ok || assign.Dst.Sort.Kind == term.KindArray || assign.Dst.Sort.Kind == term.KindFloat {
			return &arm{}
		}
		value := terms.Substitute(assign.Src, known)
		known[assign.Dst.Sym] = value
		if assign.Dst.Kind == Global || live.has(assign.Dst.Index) {
			a.values[assign.Dst], a.at[assign.Dst] = value, assign.At
		}
	}
	return a
}

// joinedValue is an assignment of those that happen together.
type joinedValue struct {
	at  At
	dst *Variable
	src *term.Term
}

// joinValues gives each variable that an arm assigns its value after the branch; false if the bounds of
// options are exceeded.
func joinValues(terms *term.Builder, guard *term.Term, arms [2]*arm, options JoinOptions) ([]joinedValue, bool) {
	var values []joinedValue
	for i, a := range arms {
		other := arms[1-i]
		for v, value := range a.values {
			elsewhere, both := other.values[v]
			switch {
			case both && i == 1:
				continue
			case !both:
				elsewhere = v.Sym
			}
			if i == 1 {
				value, elsewhere = elsewhere, value
			}
			joined := joinedValue{at: a.at[v], dst: v, src: terms.Ite(guard, value, elsewhere)}
			if joined.src.Size() > options.Size || !isChoice(value) || !isChoice(elsewhere) {
				return nil, false
			}
			values = append(values, joined)
		}
	}
	slices.SortFunc(values, func(a, b joinedValue) int { return strings.Compare(a.dst.Name, b.dst.Name) })
	return values, len(values) <= options.Assigned
}

// isChoice reports whether t is a constant, a symbol or a choice between such.
func isChoice(t *term.Term) bool {
	return t.IsConst() || t.Op() == term.OpVar || t.Op() == term.OpIte && isChoice(t.Arg(1)) && isChoice(t.Arg(2))
}

// assignTogether emits assignments whose right sides all read the state before the first of them.
func (b *Block) assignTogether(values []joinedValue) {
	terms := b.Function.Program.Terms
	for len(values) > 0 {
		next := -1
		for i := range values {
			if !readByOthers(values, i) {
				next = i
				break
			}
		}
		if next < 0 { // a cycle: the old value of one variable is kept aside
			v := values[0].dst
			old := b.Function.NewLocal(v.Source+".old", v.Sort)
			old.Type, old.Signed, old.Pos = v.Type, v.Signed, v.Pos
			b.Emit(&Assign{At: values[0].at, Dst: old, Src: v.Sym})
			saved := map[*term.Term]*term.Term{v.Sym: old.Sym}
			for i := range values {
				values[i].src = terms.Substitute(values[i].src, saved)
			}
			next = 0
		}
		b.Emit(&Assign{At: values[next].at, Dst: values[next].dst, Src: values[next].src})
		values = append(values[:next:next], values[next+1:]...)
	}
}

// readByOthers reports whether another of the values reads the variable that values[i] assigns.
func readByOthers(values []joinedValue, i int) bool {
	for j := range values {
		if j == i {
			continue
		}
		for _, sym := range values[j].src.Vars() {
			if sym == values[i].dst.Sym {
				return true
			}
		}
	}
	return false
}
