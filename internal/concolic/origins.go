package concolic

import (
	"iter"

	"yogi/internal/term"
)

// resolving finds what a term depends on in one run. A read behind a hundred writes names every address among them, and
// has its value from one write, or from none.
type resolving struct {
	repair *repairing
	memo   map[*term.Term]*term.Term
	values map[*term.Term]term.Value
	cells  map[cellOf]*term.Term // of arrays that are choices
	// keeps: what is chosen by a condition stays a choice.
	keeps bool
	// indices are where is read, resolved.
	indices []*term.Term
}

// cellOf is what an array has at a constant index.
type cellOf struct{ array, index *term.Term }

func (r *repairing) resolving() *resolving {
	return &resolving{
		repair: r,
		memo:   map[*term.Term]*term.Term{}, values: map[*term.Term]term.Value{}, cells: map[cellOf]*term.Term{},
	}
}

// origin are symbols that a term depends on, and the term in which to look for values of them.
type origin struct {
	term    *term.Term
	symbols []*term.Term
}

// origins are the symbols of a term, those first on which its value depends the most in this run: those that it comes
// from, with reads what was written there last or cells of the first contents, and choices what is chosen; those of the
// conditions that choose, too; those of where is read; and then all, unless the limit is to those of the value.
func (r *repairing) origins(t *term.Term) iter.Seq[origin] {
	return func(yield func(origin) bool) {
		if r.runs.options.Origins && !t.HasQuantifier() && !r.resolvedOrigins(t, yield) {
			return
		}
		yield(origin{t, t.Vars()})
	}
}

func (r *repairing) resolvedOrigins(t *term.Term, yield func(origin) bool) (more bool) {
	now := r.resolving().of(t)
	if !yield(origin{now, now.Vars()}) {
		return false
	}
	choices := r.resolving()
	choices.keeps = true
	now = choices.of(t)
	if !yield(origin{now, now.Vars()}) {
		return false
	}
	if r.limit.onlyValues {
		return false
	}
	for _, index := range choices.indices {
		if !yield(origin{t, index.Vars()}) {
			return false
		}
	}
	return true
}

func (x *resolving) of(t *term.Term) *term.Term {
	if len(t.Args()) == 0 {
		return t
	}
	if known, ok := x.memo[t]; ok {
		return known
	}
	out := x.compute(t)
	x.memo[t] = out
	return out
}

func (x *resolving) compute(t *term.Term) *term.Term {
	terms := x.repair.runs.terms
	switch {
	case t.Sort().Kind == term.KindArray:
		return t
	case t.Op() == term.OpSelect:
		if out := x.read(t.Arg(0), t.Arg(1)); out != nil {
			return out
		}
	case t.Op() == term.OpIte && !x.keeps:
		if chosen, ok := x.chosen(t); ok {
			return x.of(chosen)
		}
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = x.of(a)
	}
	return terms.Rebuild(t, args...)
}

// read is what an array has at an index; nil: it cannot be said.
func (x *resolving) read(array, index *term.Term) *term.Term {
	at, ok := x.value(index)
	if !ok {
		return nil
	}
	if x.keeps {
		x.indices = append(x.indices, x.of(index))
	}
	return x.cell(array, at)
}

func (x *resolving) cell(array *term.Term, at term.Value) *term.Term {
	for array.Op() == term.OpStore {
		written, ok := x.value(array.Arg(1))
		if !ok {
			return nil
		}
		if written.Equal(at) {
			return x.of(array.Arg(2))
		}
		array = array.Arg(0)
	}
	index := x.repair.runs.terms.Const(at)
	if array.Op() != term.OpIte {
		return x.repair.runs.terms.Select(array, index)
	}
	// Both branches may go on to one array, which has a choice again.
	c := cellOf{array, index}
	out, known := x.cells[c]
	if !known {
		out = x.choiceOfCells(array, at)
		x.cells[c] = out
	}
	return out
}

// choiceOfCells is a cell of an array that is a choice.
func (x *resolving) choiceOfCells(array *term.Term, at term.Value) *term.Term {
	chosen, ok := x.chosen(array)
	if !ok {
		return nil
	}
	if x.keeps {
		then, otherwise := x.cell(array.Arg(1), at), x.cell(array.Arg(2), at)
		if then != nil && otherwise != nil {
			return x.repair.runs.terms.Ite(x.of(array.Arg(0)), then, otherwise)
		}
	}
	return x.cell(chosen, at)
}

// chosen is the branch that a choice takes.
func (x *resolving) chosen(t *term.Term) (*term.Term, bool) {
	v, ok := x.value(t.Arg(0))
	switch {
	case !ok:
		return nil, false
	case v.Bool():
		return t.Arg(1), true
	}
	return t.Arg(2), true
}

// value is that of a term in the run; false: it has none.
func (x *resolving) value(t *term.Term) (term.Value, bool) {
	v, known := x.values[t]
	if !known {
		v, _ = x.repair.value(x.of(t))
		x.values[t] = v
	}
	return v, v.IsValid()
}
