package angelic

import (
	"slices"
	"strconv"
	"strings"

	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Specification is an assumption about the unknowns under which a path does not fail.
type Specification struct {
	Entry   string
	Formula *term.Term
	Text    string
	Shape   string     // "clause" or "cnf"
	For     source.Pos // the assertion that it was made for
	Place   source.Pos // where the program has that (trace.Path.Place)
	What    string
	// Unknowns are the inputs that it speaks of.
	Unknowns []trace.Occurrence
	// path is set if branches had to be excluded, and not the error alone: the specification is about their outcomes.
	path *trace.Path
	// every is set if it says of every object that the member is not null: Formula is true then.
	every *member
	// State says what is known of it, with what the callers in the files make of it. Others: there
	// may be callers elsewhere.
	State   State
	Callers []Caller
	Others  bool
}

// install makes the program keep only the runs on which the specification holds. Each occurrence of an
// input that it speaks of is foretold: a ghost with any value at the start, which the occurrence is
// assumed to take. So the specification is a precondition over ghosts, as in ANGELIC section 4 with its
// predicates unknown_i, here one for each occurrence. Maps and globals stand for their values at the start.
// No input is added or moved, so a test of the changed program is one of the program.
func (i *installer) install(s *Specification) {
	if s.every != nil {
		i.installEvery(*s.every)
		return
	}
	i.values = map[*term.Term]*term.Term{}
	i.snapshots(s)
	if i.atStart(s) {
		return
	}
	for _, u := range s.Unknowns {
		i.values[u.Symbol] = i.foretold(u).Sym
	}
	i.begin(i.assume(s))
}

// begin adds an instruction to what the run does first, behind the ghosts.
func (i *installer) begin(instruction ir.Instruction) {
	first := i.program.Entry.Blocks[0]
	if first.Call() != nil {
		i.prepend(instruction)
		return
	}
	first.Instructions = slices.Insert(first.Instructions, i.after(first), instruction)
}

// An installer changes a program that holds no specification, a copy of base.
type installer struct {
	base    *ir.Program
	program *ir.Program
	terms   *term.Builder
	made    map[*ir.Variable]bool     // ghosts that are set already
	values  map[*term.Term]*term.Term // symbols of the specification: what holds their values
}

const ghostPrefix = "angelic "

func isGhost(v *ir.Variable) bool { return strings.HasPrefix(v.Name, ghostPrefix) }

// ghost is the global with a name; the base is told of it if it is not there.
func (i *installer) ghost(name string, sort *term.Sort) *ir.Variable {
	for _, v := range i.base.Globals {
		if v.Name == ghostPrefix+name {
			return v
		}
	}
	return i.base.NewGlobal(ghostPrefix+name, sort)
}

// after is the position behind the ghosts that the first block sets.
func (i *installer) after(first *ir.Block) int {
	n := 0
	for ; n < len(first.Instructions); n++ {
		a, ok := first.Instructions[n].(*ir.Assign)
		if !ok || !isGhost(a.Dst) {
			break
		}
	}
	return n
}

// atFirst adds an assignment to what the run does first.
func (i *installer) atFirst(dst *ir.Variable, src *term.Term) {
	first := i.program.Entry.Blocks[0]
	for _, known := range first.Instructions {
		if a, ok := known.(*ir.Assign); ok && a.Dst == dst {
			return
		}
	}
	set := &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: dst, Src: src}
	if first.Call() != nil {
		// A call is alone in its block: the ghosts get one before it.
		i.prepend(set)
		return
	}
	first.Instructions = slices.Insert(first.Instructions, 0, ir.Instruction(set))
}

// prepend makes a new first block.
func (i *installer) prepend(set ir.Instruction) {
	f := i.program.Entry
	old := f.Blocks[0]
	b := f.NewBlock("ghosts", old.Pos)
	b.Instructions = []ir.Instruction{set}
	b.Terminator = &ir.Goto{At: ir.At{Pos: old.Pos}, Targets: []ir.Target{{Guard: i.terms.True(), Block: old}}}
	f.Blocks = append([]*ir.Block{b}, f.Blocks[:len(f.Blocks)-1]...)
	for n, block := range f.Blocks {
		block.Index = n
	}
}

// snapshots keeps the values that globals have at the start, of those that may change.
func (i *installer) snapshots(s *Specification) {
	for _, sym := range s.Formula.Vars() {
		v := i.program.VariableOf(sym)
		if v == nil || v.Constant || !i.changes(v) {
			continue
		}
		g := i.ghost("start of "+v.Name, v.Sort)
		i.atFirst(g, v.Sym)
		i.values[sym] = g.Sym
	}
}

// changes says that the program assigns a global somewhere.
func (i *installer) changes(v *ir.Variable) bool {
	for _, f := range i.program.Functions {
		for _, b := range f.Blocks {
			for _, instruction := range b.Instructions {
				if slices.Contains(ir.Defined(instruction), v) {
					return true
				}
			}
		}
	}
	return false
}

// site is a place where an input takes its value.
type site struct {
	block *ir.Block
	index int
	havoc *ir.Havoc
}

func (i *installer) sites(in *ir.Input) []site {
	var out []site
	for _, f := range i.program.Functions {
		for _, b := range f.Blocks {
			for n, instruction := range b.Instructions {
				if h, ok := instruction.(*ir.Havoc); ok && h.Input.ID == in.ID {
					out = append(out, site{b, n, h})
				}
			}
		}
	}
	return out
}

func (i *installer) assume(s *Specification) *ir.Assume {
	return &ir.Assume{At: ir.At{Pos: s.For}, Cond: i.terms.Substitute(s.Formula, i.values)}
}

// atStart installs a specification over what the first block takes in: it is assumed behind the last of
// the inputs, over the variables themselves.
func (i *installer) atStart(s *Specification) bool {
	first := i.program.Entry.Blocks[0]
	last := -1
	if len(s.Unknowns) == 0 {
		return false
	}
	for _, u := range s.Unknowns {
		sites := i.sites(u.Input)
		if len(sites) != 1 || sites[0].block != first || u.Number != 1 {
			return false
		}
		i.values[u.Symbol] = sites[0].havoc.Dst.Sym
		last = max(last, sites[0].index)
	}
	for _, u := range s.Unknowns {
		at := i.sites(u.Input)[0]
		for n := at.index + 1; n <= last; n++ {
			if slices.Contains(ir.Defined(first.Instructions[n]), at.havoc.Dst) {
				return false
			}
		}
	}
	first.Instructions = slices.Insert(first.Instructions, last+1, ir.Instruction(i.assume(s)))
	return true
}

// foretold is the ghost of an occurrence.
func (i *installer) foretold(u trace.Occurrence) *ir.Variable {
	value := i.ghost(u.Symbol.Name(), u.Symbol.Sort())
	if i.made[value] {
		return value // another specification speaks of it
	}
	i.made[value] = true
	counts := i.repeats(u.Input) || u.Number > 1
	var count *ir.Variable
	counted := false
	if counts {
		count = i.ghost("count "+strconv.Itoa(u.Input.ID), i.terms.BV(32))
		counted = i.made[count]
		i.made[count] = true
	}
	for _, at := range i.sites(u.Input) {
		pos := ir.At{Pos: at.havoc.Pos}
		var add []ir.Instruction
		takes := i.terms.Eq(at.havoc.Dst.Sym, value.Sym)
		n := at.index + 1
		switch {
		case counts && !counted:
			add = append(add, &ir.Assign{At: pos, Dst: count, Src: i.terms.BVAdd(count.Sym, i.terms.BVConst(32, 1))})
		case counts:
			n++ // behind the counting
		}
		if counts {
			takes = i.terms.Implies(i.terms.Eq(count.Sym, i.terms.BVConst(32, uint64(u.Number))), takes)
		}
		add = append(add, &ir.Assume{At: pos, Cond: takes})
		at.block.Instructions = slices.Insert(at.block.Instructions, n, add...)
	}
	if counts && !counted {
		i.atFirst(count, i.terms.BVConst(32, 0))
	}
	return value
}

// repeats says that an input may be taken in more than once in a run: it is not in the entry, or in a
// cycle of it.
func (i *installer) repeats(in *ir.Input) bool {
	for _, at := range i.sites(in) {
		f := at.block.Function
		if !i.oncePerRun(f) || at.block.OnCycle() {
			return true
		}
	}
	return false
}

// oncePerRun says that a function is entered at most once in a run.
func (i *installer) oncePerRun(f *ir.Function) bool {
	for depth := 0; f != i.program.Entry; depth++ {
		var only *ir.Block
		for _, g := range i.program.Functions {
			for _, b := range g.Blocks {
				if c := b.Call(); c != nil && c.Callee == f {
					if only != nil {
						return false
					}
					only = b
				}
			}
		}
		if only == nil || depth > len(i.program.Functions) || only.OnCycle() {
			return false
		}
		f = only.Function
	}
	return true
}
