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
//
// Beside such an assertion one about a single cell of the same array, a[0] say, is about the cell
// whose guessed index is that number: what the loops did to it is the same fact.
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
	g.eachErrorEdge(func(b *ir.Block, target int, guard *term.Term) {
		g.of(b.Function).noteArrays(b, []*term.Term{guard}, g)
	})
	g.eachErrorEdge(g.edge)
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
	eachAssertion := func(visit func(b *ir.Block, call *ir.Call)) {
		for _, f := range p.Functions {
			for _, b := range f.Blocks {
				if call := b.Call(); call != nil && assertions[call.Callee] {
					visit(b, call)
				}
			}
		}
	}
	eachAssertion(func(b *ir.Block, call *ir.Call) { g.of(b.Function).noteArrays(b, call.Args, g) })
	g.eachErrorEdge(func(b *ir.Block, target int, guard *term.Term) {
		g.of(b.Function).noteArrays(b, []*term.Term{guard}, g)
	})
	eachAssertion(func(b *ir.Block, call *ir.Call) {
		if len(g.of(b.Function).counted(b, call.Args)) > 0 || len(g.of(b.Function).single(b, call.Args, g)) > 0 {
			wanted[b] = true
			wantCallees(call.Callee, wanted)
		}
	})
	if len(wanted) > 0 {
		ir.Inline(p, ir.InlineOptions{CalleeBlocks: assertionBlocks * assertionBlocks /* an assertion that has grown by its own callees */, Only: func(b *ir.Block) bool { return wanted[b] }})
	}
}

// guesser is one pass over a program.
type guesser struct {
	program   *ir.Program
	functions map[*ir.Function]*function
	constants []*ir.Variable
	arrays    []array
}

// array is a read of an array by an assertion, at an index that a loop counts.
type array struct {
	memory, address, index *term.Term // symbols, but for the address, which depends on the index
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

// eachErrorEdge visits the edges that lead into an error and nowhere else.
func (g *guesser) eachErrorEdge(visit func(b *ir.Block, target int, guard *term.Term)) {
	for _, f := range g.program.Functions {
		for _, b := range f.Blocks {
			jump, ok := b.Terminator.(*ir.Goto)
			if !ok {
				continue
			}
			for i, target := range jump.Targets {
				if _, fails := target.Block.Terminator.(*ir.Error); fails && target.Block.Call() == nil {
					visit(b, i, target.Guard)
				}
			}
		}
	}
}

// edge changes an edge that leads into an error.
func (g *guesser) edge(b *ir.Block, target int, guard *term.Term) {
	taken := map[*term.Sort]int{}
	changed := guard
	add := func(index *term.Term) {
		constant := g.constant(index.Sort(), taken[index.Sort()])
		taken[index.Sort()]++
		changed = g.program.Terms.And(g.program.Terms.Eq(index, constant.Sym), changed)
		g.program.Guesses = append(g.program.Guesses, ir.Guess{Constant: constant, Block: b, Target: target, Index: index})
	}
	counted := g.of(b.Function).counted(b, []*term.Term{guard})
	for _, v := range counted {
		add(v.Sym)
	}
	if len(counted) == 0 {
		for _, index := range g.of(b.Function).single(b, []*term.Term{guard}, g) {
			add(index)
		}
	}
	b.Terminator.(*ir.Goto).Targets[target].Guard = changed
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
	return f.dependencies(b, terms, func(*term.Term) {})
}

// noteArrays notes what the terms read at indices that a loop counts.
func (f *function) noteArrays(b *ir.Block, terms []*term.Term, g *guesser) {
	f.dependencies(b, terms, func(read *term.Term) {
		memory := memoryOf(read)
		if memory == nil {
			return
		}
		for _, sym := range read.Arg(1).Vars() {
			v := f.program.VariableOf(sym)
			if v == nil || !f.isCounted(v) || !f.isSet(b, v) {
				continue
			}
			if a := (array{memory, read.Arg(1), sym}); !slices.Contains(g.arrays, a) {
				g.arrays = append(g.arrays, a)
			}
		}
	})
}

// memoryOf is the map that a term reads, but for what was written just before; nil: it is none.
func memoryOf(read *term.Term) *term.Term {
	memory := read.Arg(0)
	for memory.Op() == term.OpStore {
		memory = memory.Arg(0)
	}
	if !memory.IsVar() {
		return nil
	}
	return memory
}

// single lists the numbers that are the indices of cells that the terms read, in arrays that an
// assertion reads at an index that is counted.
func (f *function) single(b *ir.Block, terms []*term.Term, g *guesser) []*term.Term {
	if len(g.arrays) == 0 {
		return nil
	}
	var out []*term.Term
	f.dependencies(b, terms, func(read *term.Term) {
		memory := memoryOf(read)
		for _, a := range g.arrays {
			if memory != a.memory {
				continue
			}
			if index := f.indexOf(read.Arg(1), a); index != nil {
				if !slices.Contains(out, index) && len(out) < mostIndices {
					out = append(out, index)
				}
				return
			}
		}
	})
	return out
}

// indexOf is the number at which an array has an address; nil: there is none.
func (f *function) indexOf(address *term.Term, a array) *term.Term {
	sort := a.index.Sort()
	if address.Sort() != a.address.Sort() || sort.Kind != term.KindBV || address.Sort().Kind != term.KindBV || sort.Width > address.Sort().Width {
		return nil
	}
	terms := f.program.Terms
	at := func(n uint64) *term.Term { return terms.Replace(a.address, a.index, terms.BVConst(sort.Width, n)) }
	distance, isNumber := terms.BVSub(address, at(0)).Value()
	size, isSize := terms.BVSub(at(1), at(0)).Value()
	if !isNumber || !isSize || !distance.FitsInt64() || !size.FitsInt64() || size.Int64() <= 0 || distance.Int64() < 0 || distance.Int64()%size.Int64() != 0 {
		return nil
	}
	n := uint64(distance.Int64() / size.Int64())
	if sort.Width < 64 && n>>(sort.Width-1) != 0 || at(n) != address {
		return nil
	}
	return terms.BVConst(sort.Width, n)
}

// role says whether a term is read for its value or stands in an address of a read of memory.
type role int

const (
	content role = iota + 1
	address
)

// dependencies visits the reads of memory on which the terms depend, and lists the variables in
// their addresses that counted is about.
func (f *function) dependencies(b *ir.Block, terms []*term.Term, onRead func(*term.Term)) []*ir.Variable {
	var out []*ir.Variable
	type place struct {
		term *term.Term
		as   role
	}
	seen := map[place]bool{}
	var visit func(t *term.Term, as role)
	follow := func(sym *term.Term, as role) {
		v := f.program.VariableOf(sym)
		if v == nil {
			return
		}
		if as == address && f.isCounted(v) {
			if !slices.Contains(out, v) && len(out) < mostIndices && f.isSet(b, v) {
				out = append(out, v)
			}
			return
		}
		list := f.assigned[v]
		for _, guard := range f.deciding(b, list) {
			visit(guard, as)
		}
		if len(list) == 1 || len(list) > 1 && list[len(list)-1].block == b {
			if value := list[len(list)-1].value; value != nil && !value.DependsOn(sym) {
				visit(value, as)
			}
		}
	}
	visit = func(t *term.Term, as role) {
		if seen[place{t, as}] || t.HasQuantifier() {
			return
		}
		seen[place{t, as}] = true
		switch {
		case t.IsVar():
			if t.Sort().Kind != term.KindArray {
				follow(t, as)
			}
		case t.Op() == term.OpSelect:
			onRead(t)
			visit(t.Arg(0), as)
			visit(t.Arg(1), address)
		default:
			for _, a := range t.Args() {
				visit(a, as)
			}
		}
	}
	for _, t := range terms {
		visit(t, content)
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
