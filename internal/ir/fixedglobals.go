package ir

import (
	"slices"

	"yogi/internal/term"
)

// FixedGlobals puts the initial value in the place of each global to which the program, as far as
// calls from the entry reach it, never gives another, and the constant in the place of each parameter
// for which all calls give the same, and drops the functions that no call reaches then any more. What
// a program asks for and never uses (a queue into which nothing is put, a context that is always null)
// is then no code that other analyses have to follow. Functions that no call reached before stay, and
// what they call. It needs the normal form, and Normalize and Simplify after it; runs and their inputs
// stay the same.
func FixedGlobals(p *Program) {
	if p.Entry == nil {
		return
	}
	reached := called(p.Entry)
	stay := p.apart(reached)
	for p.replaceVariables(reached, p.fixedValues(reached)) || p.replaceVariables(reached, p.fixedParameters(reached)) {
		Normalize(p)
		reached = called(p.Entry)
		p.drop(func(f *Function) bool { return !reached[f] && !stay[f] })
	}
}

// called are functions and those that they reach by calls.
func called(work ...*Function) map[*Function]bool {
	reached := map[*Function]bool{}
	for _, f := range work {
		reached[f] = true
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, callee := range f.Callees() {
			if !reached[callee] {
				reached[callee] = true
				work = append(work, callee)
			}
		}
	}
	return reached
}

// apart are the functions that are not among those reached, and what they call: a function whose address alone the
// program takes calls what others do.
func (p *Program) apart(reached map[*Function]bool) map[*Function]bool {
	var work []*Function
	for _, f := range p.Functions {
		if !reached[f] {
			work = append(work, f)
		}
	}
	return called(work...)
}

// drop removes functions that nothing calls. They keep their addresses.
func (p *Program) drop(gone func(*Function) bool) {
	p.Functions = slices.DeleteFunc(p.Functions, gone)
	for _, o := range p.Objects {
		if o.Function != nil && gone(o.Function) {
			o.Function = nil
		}
	}
}

// fixedValues are the values of the globals that are set to one constant only, and set by the entry before anything
// reads them.
func (p *Program) fixedValues(reached map[*Function]bool) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for v, value := range p.setAtStart() {
		out[v.Sym] = value
	}
	for f := range reached {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				for _, v := range Defined(i) {
					if a, ok := i.(*Assign); !ok || a.Src != out[v.Sym] {
						delete(out, v.Sym)
					}
				}
			}
		}
	}
	return out
}

// fixedParameters are the values of the parameters for which every call gives one constant, or the parameter itself
// where a function calls itself, and which nothing sets.
func (p *Program) fixedParameters(reached map[*Function]bool) map[*term.Term]*term.Term {
	given, differ := map[*Variable]*term.Term{}, map[*Variable]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				for _, v := range Defined(i) {
					differ[v] = true
				}
			}
			call := b.Call()
			if call == nil {
				continue
			}
			for n, v := range call.Callee.Params {
				arg := call.Args[n]
				switch {
				case arg == v.Sym:
				case !arg.IsConst() || given[v] != nil && given[v] != arg:
					differ[v] = true
				default:
					given[v] = arg
				}
			}
		}
	}
	out := map[*term.Term]*term.Term{}
	for f := range reached {
		for _, v := range f.Params {
			if given[v] != nil && !differ[v] && f != p.Entry && foldable(v) {
				out[v.Sym] = given[v]
			}
		}
	}
	return out
}

// setAtStart are the globals that the entry's first block sets to a constant before it reads them. A global with an
// initial condition is not among them, nor the counter of addresses, which other passes add to.
func (p *Program) setAtStart() map[*Variable]*term.Term {
	out := map[*Variable]*term.Term{}
	read := map[*term.Term]bool{}
	note := func(t *term.Term) {
		for _, sym := range t.Vars() {
			read[sym] = true
		}
	}
	for _, t := range p.Initial {
		note(t)
	}
	for _, b := range p.Entry.startChain() {
		for _, i := range b.Instructions {
			EachTerm(i, note)
			if a, ok := i.(*Assign); ok && a.Dst.Kind == Global && a.Dst != p.AllocCounter && !read[a.Dst.Sym] && a.Src.IsConst() {
				out[a.Dst] = a.Src
			}
			for _, v := range Defined(i) {
				read[v.Sym] = true // what is set again is judged by all that sets it
			}
		}
	}
	return out
}

// startChain are the blocks from the entry on through which every run goes before it calls a function.
func (f *Function) startChain() []*Block {
	entered := map[*Block]bool{}
	for _, b := range f.Blocks {
		for _, s := range b.Successors() {
			if s == f.Blocks[0] {
				return nil // a run comes back to the start
			}
		}
	}
	var out []*Block
	for b := f.Blocks[0]; !entered[b] && b.Call() == nil; {
		entered[b] = true
		out = append(out, b)
		if !b.jumpsOn() {
			break
		}
		b = b.Terminator.(*Goto).Targets[0].Block
	}
	return out
}

// replaceVariables puts values in the place of the symbols of variables, in what instructions and branches read, and
// reports whether one was read. Functions that are not among those named stay as they are.
func (p *Program) replaceVariables(in map[*Function]bool, values map[*term.Term]*term.Term) bool {
	changed := false
	s := p.Terms.NewSubstitution(values)
	change := func(t *term.Term) *term.Term {
		after := s.Apply(t)
		changed = changed || after != t
		return after
	}
	for f := range in {
		f.mapTerms(change)
	}
	return changed
}
