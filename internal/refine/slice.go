package refine

import "yogi/internal/term"

// This file asks only about the part of a path that a question is about. The path of a test has a model,
// the test's inputs; conjuncts that share no symbol, not even over others, with the demands cannot make
// them unsatisfiable, and keep the test's values. So the answer about the slice is the answer about the
// path, and a plan made of it takes the other inputs from the test.

// slice keeps the conjuncts of path that are connected to the demands by symbols, in their order, and
// notes the symbols of the slice for the plan that may be made of the answer.
func (e *Engine) slice(path, demands []*term.Term) []*term.Term {
	path = distinct(path)
	by := make(map[*term.Term][]int32, 2*len(path))
	byFunc := map[*term.Func][]int32{}
	for i, t := range path {
		for _, sym := range t.Vars() {
			by[sym] = append(by[sym], int32(i))
		}
		for _, f := range e.openFunctions(t) {
			byFunc[f] = append(byFunc[f], int32(i))
		}
	}
	in := make([]bool, len(path))
	symbols := map[*term.Term]bool{}
	functions := map[*term.Func]bool{}
	work := append([]*term.Term(nil), demands...)
	for i, t := range path {
		if len(t.Vars()) == 0 {
			in[i] = true
			work = append(work, t)
		}
	}
	reach := func(list []int32) {
		for _, i := range list {
			if !in[i] {
				in[i] = true
				work = append(work, path[i])
			}
		}
	}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		for _, sym := range t.Vars() {
			if !symbols[sym] {
				symbols[sym] = true
				reach(by[sym])
			}
		}
		for _, f := range e.openFunctions(t) {
			if !functions[f] {
				functions[f] = true
				reach(byFunc[f])
			}
		}
	}
	e.sliced = symbols
	out := make([]*term.Term, 0, len(path))
	for i, t := range path {
		if in[i] {
			out = append(out, t)
		}
	}
	return out
}

// distinct lists the conjuncts of a path once each, in the order in which they came. A driver checks the same
// objects at every call of the system: most of what a long path says it has said before.
func distinct(path []*term.Term) []*term.Term {
	seen := make(map[*term.Term]bool, len(path))
	out := make([]*term.Term, 0, len(path))
	for _, t := range path {
		if seen[t] {
			continue
		}
		seen[t] = true
		if t.Op() != term.OpAnd {
			out = append(out, t)
			continue
		}
		for _, c := range term.Conjuncts(t) {
			if !seen[c] {
				seen[c] = true
				out = append(out, c)
			}
		}
	}
	return out
}

// openFunctions lists the functions in a term whose meaning a model chooses.
func (e *Engine) openFunctions(t *term.Term) []*term.Func {
	if t.Features()&term.HasApplications == 0 {
		return nil
	}
	if known, ok := e.functions[t]; ok {
		return known
	}
	var out []*term.Func
	seen := map[*term.Term]bool{}
	listed := map[*term.Func]bool{}
	var walk func(t *term.Term)
	walk = func(t *term.Term) {
		if seen[t] || t.Features()&term.HasApplications == 0 {
			return
		}
		seen[t] = true
		if t.Op() == term.OpApply && !listed[t.Func()] && !e.interpreted(t.Func()) {
			listed[t.Func()] = true
			out = append(out, t.Func())
		}
		for _, a := range t.Args() {
			walk(a)
		}
	}
	walk(t)
	e.functions[t] = out
	return out
}

// interpreted reports whether the program fixes the meaning of a function everywhere.
func (e *Engine) interpreted(f *term.Func) bool {
	if e.Program.Interpretation == nil {
		return false
	}
	if known, ok := e.fixed[f]; ok {
		return known
	}
	args := make([]term.Value, len(f.Params))
	for i, s := range f.Params {
		args[i] = term.ZeroValue(s)
	}
	_, ok := e.Program.Interpretation(f, args)
	e.fixed[f] = ok
	return ok
}
