// Package guess makes a question about all cells of an array a question about one.
//
// An assertion in a loop over an array fails if some cell is wrong, and a proof that it never does
// needs a fact about all cells, which a region without quantifiers cannot state. So the index of
// the wrong cell is guessed before the run begins: a constant that is any number, and the edge into
// the error is taken only where the index is that number.
//
//	goto (= t #x0) next (not (= t #x0)) error
//	goto (= t #x0) next (and (= |main::i| |guessed 1|) (not (= t #x0))) error
//
// A run that fails somewhere else ends there without an error. What is left to prove is about one
// cell, at an index that nothing changes: if it is below i, it is zero.
//
// Nothing is lost: the run of the program that fails is a run of the changed one in which the
// constant is the index at that edge; up to there it passed no edge into an error. And a run of the
// changed program that fails is one of the program. Which term is compared with the constant does
// not matter for that, so any is right; package certify/guess checks that nothing else happened.
package guess

import (
	"fmt"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

const (
	// assertionBlocks is the size of the largest function that is taken for an assertion of its arguments.
	assertionBlocks = 8
	// mostIndices bounds the indices that are guessed for one edge.
	mostIndices = 3
	// decidingBranches bounds the branches, one behind the other, that decide the value of a condition.
	decidingBranches = 4
)

// Indices changes the edges into errors whose conditions read memory at an index that a loop counts, and notes in
// Program.Guesses what it did. It needs a normalized program after the memory pass.
func Indices(p *ir.Program) {
	g := &guesser{program: p, functions: map[*ir.Function]*function{}}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			g.block(b)
		}
	}
}

// Assertions puts the bodies of assertion functions in the place of their calls where that shows an edge that Indices
// changes. It needs the results of ComputeModifies, which are to be computed again, as are Normalize and Simplify.
func Assertions(p *ir.Program) {
	g := &guesser{program: p, functions: map[*ir.Function]*function{}}
	assertions := map[*ir.Function]bool{}
	for again := true; again; {
		again = false
		for _, f := range p.Functions {
			if !assertions[f] && isAssertion(f, assertions) {
				assertions[f], again = true, true
			}
		}
	}
	wanted := map[*ir.Block]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			call := b.Call()
			if call == nil || !assertions[call.Callee] {
				continue
			}
			if len(g.of(f).counted(b, call.Args)) > 0 {
				wanted[b] = true
				wantCallees(call.Callee, wanted)
			}
		}
	}
	if len(wanted) > 0 {
		ir.Inline(p, ir.InlineOptions{CalleeBlocks: assertionBlocks * assertionBlocks /* an assertion that has grown by its own callees */, Only: func(b *ir.Block) bool { return wanted[b] }})
	}
}

// guesser is one pass over a program.
type guesser struct {
	program   *ir.Program
	functions map[*ir.Function]*function
	constants []*ir.Variable
}

// wantCallees marks the calls in an assertion function.
func wantCallees(f *ir.Function, wanted map[*ir.Block]bool) {
	for _, b := range f.Blocks {
		if call := b.Call(); call != nil && !wanted[b] {
			wanted[b] = true
			wantCallees(call.Callee, wanted)
		}
	}
}

// isAssertion reports whether f is small, without loops, and fails or returns; what it calls is of the kind.
func isAssertion(f *ir.Function, assertions map[*ir.Function]bool) bool {
	if f.Recursive || !f.CanError || !f.CanReturn || len(f.Blocks) == 0 || len(f.Blocks) > assertionBlocks {
		return false
	}
	for _, b := range f.Blocks {
		if call := b.Call(); call != nil && !assertions[call.Callee] || b.OnCycle() {
			return false
		}
	}
	return true
}

// block changes the edges of b that lead into an error.
func (g *guesser) block(b *ir.Block) {
	jump, ok := b.Terminator.(*ir.Goto)
	if !ok {
		return
	}
	for i, target := range jump.Targets {
		if _, fails := target.Block.Terminator.(*ir.Error); !fails || target.Block.Call() != nil {
			continue
		}
		taken := map[*term.Sort]int{}
		guard := target.Guard
		for _, v := range g.of(b.Function).counted(b, []*term.Term{target.Guard}) {
			constant := g.constant(v.Sort, taken[v.Sort])
			taken[v.Sort]++
			guard = g.program.Terms.And(g.program.Terms.Eq(v.Sym, constant.Sym), guard)
			g.program.Guesses = append(g.program.Guesses, ir.Guess{Constant: constant, Block: b, Target: i, Index: v.Sym})
		}
		jump.Targets[i].Guard = guard
	}
}

// constant returns number n of the constants of a sort. Edges share them: a run that fails takes only one.
func (g *guesser) constant(sort *term.Sort, n int) *ir.Variable {
	for _, v := range g.constants {
		if v.Sort == sort {
			if n == 0 {
				return v
			}
			n--
		}
	}
	v := g.program.NewGlobal(fmt.Sprintf("guessed %d", len(g.constants)+1), sort)
	v.Constant = true
	g.constants = append(g.constants, v)
	return v
}

// of returns what is known of a function.
func (g *guesser) of(f *ir.Function) *function {
	known := g.functions[f]
	if known == nil {
		known = newFunction(g.program, f)
		g.functions[f] = known
	}
	return known
}

// function holds what has to be known of a function to see where its conditions come from.
type function struct {
	program  *ir.Program
	assigned map[*ir.Variable][]assignment
	counts   map[*ir.Variable]bool // memo of isCounted
	code     *ir.Function
	set      *ir.SetVariables // nil: nothing has asked yet
	before   [][]*ir.Block    // the predecessors of each block; nil: nothing has asked yet
}

type assignment struct {
	block *ir.Block
	value *term.Term // nil: it is no term
}

func newFunction(p *ir.Program, f *ir.Function) *function {
	out := &function{program: p, assigned: map[*ir.Variable][]assignment{}, counts: map[*ir.Variable]bool{}, code: f}
	for _, v := range f.Params {
		out.assigned[v] = append(out.assigned[v], assignment{block: f.Blocks[0]}) // by the caller
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			for _, v := range ir.Defined(i) {
				a := assignment{block: b}
				if x, ok := i.(*ir.Assign); ok {
					a.value = x.Src
				}
				out.assigned[v] = append(out.assigned[v], a)
			}
		}
	}
	return out
}

// counted lists the variables that a loop counts and that are in the address of a read on which the terms depend, where
// control is in b. They are in the order in which the terms mention them.
func (f *function) counted(b *ir.Block, terms []*term.Term) []*ir.Variable {
	var out []*ir.Variable
	type place struct {
		term    *term.Term
		address bool
	}
	seen := map[place]bool{}
	var visit func(t *term.Term, address bool)
	follow := func(sym *term.Term, address bool) {
		v := f.program.VariableOf(sym)
		if v == nil {
			return
		}
		if address && f.isCounted(v) {
			if !slices.Contains(out, v) && len(out) < mostIndices && f.isSet(b, v) {
				out = append(out, v)
			}
			return
		}
		list := f.assigned[v]
		for _, guard := range f.deciding(b, list) {
			visit(guard, address)
		}
		if len(list) == 1 || len(list) > 1 && list[len(list)-1].block == b {
			if value := list[len(list)-1].value; value != nil && !value.DependsOn(sym) {
				visit(value, address)
			}
		}
	}
	visit = func(t *term.Term, address bool) {
		if seen[place{t, address}] || t.HasQuantifier() {
			return
		}
		seen[place{t, address}] = true
		switch {
		case t.IsVar():
			if t.Sort().Kind != term.KindArray {
				follow(t, address)
			}
		case t.Op() == term.OpSelect:
			visit(t.Arg(0), address)
			visit(t.Arg(1), true)
		default:
			for _, a := range t.Args() {
				visit(a, address)
			}
		}
	}
	for _, t := range terms {
		visit(t, false)
	}
	return out
}

// deciding lists the guards that decide which constant a variable has in b, where all that is assigned to it are
// constants in blocks that control has come from since the last loop head: the value of && and ||.
func (f *function) deciding(b *ir.Block, list []assignment) []*term.Term {
	if len(list) < 2 {
		return nil
	}
	for _, a := range list {
		if a.value == nil || !a.value.IsConst() || !f.jumpsTo(a.block, b) {
			return nil
		}
	}
	if f.before == nil {
		f.before = f.code.Predecessors()
	}
	var out []*term.Term
	seen := map[*ir.Block]bool{}
	var visit func(b *ir.Block, left int)
	visit = func(b *ir.Block, left int) {
		if seen[b] || left == 0 {
			return
		}
		seen[b] = true
		for _, before := range f.before[b.Index] {
			jump, ok := before.Terminator.(*ir.Goto)
			if !ok || len(jump.Targets) < 2 {
				continue
			}
			for _, target := range jump.Targets {
				if target.Block == b {
					out = append(out, target.Guard)
				}
			}
			visit(before, left-1)
		}
	}
	for _, a := range list {
		visit(a.block, decidingBranches)
	}
	return out
}

// jumpsTo reports whether control goes from a block to b whatever the state is, on a short way.
func (f *function) jumpsTo(from, b *ir.Block) bool {
	for range decidingBranches {
		jump, ok := from.Terminator.(*ir.Goto)
		if !ok || len(jump.Targets) != 1 {
			return false
		}
		if from = jump.Targets[0].Block; from == b {
			return true
		}
	}
	return false
}

// isSet reports whether v holds a value at the end of b, however control got there.
func (f *function) isSet(b *ir.Block, v *ir.Variable) bool {
	if f.set == nil {
		f.set = ir.FindSetVariables(f.code)
	}
	return f.set.AtEnd(b, v)
}

// isCounted reports whether a loop gives v another value that is computed from what it was.
func (f *function) isCounted(v *ir.Variable) bool {
	if known, ok := f.counts[v]; ok {
		return known
	}
	f.counts[v] = false
	if v.Sort.Kind != term.KindBV && v.Sort.Kind != term.KindInt || v == f.program.AllocCounter {
		return false
	}
	for _, a := range f.assigned[v] {
		if a.value != nil && a.value.DependsOn(v.Sym) && !a.value.HasOp(term.OpSelect) && a.block.OnCycle() {
			f.counts[v] = true
		}
	}
	return f.counts[v]
}
