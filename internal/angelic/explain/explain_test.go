package explain_test

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"yogi/internal/angelic/explain"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
)

type setting struct {
	t      *testing.T
	b      *term.Builder
	solver solver.Solver
}

func newSetting(t *testing.T) *setting {
	b := term.NewBuilder()
	s, err := chain.New(b, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &setting{t, b, s}
}

func (s *setting) int(name string) *term.Term { return s.b.Var(name, s.b.Int()) }

// disequalities is the vocabulary of aliasing.
func disequalities(atom *term.Term) bool {
	return atom.Op() == term.OpNot && atom.Arg(0).Op() == term.OpEq
}

func (s *setting) explain(q explain.Question) explain.Answer {
	s.t.Helper()
	if q.Admits == nil {
		q.Admits = disequalities
	}
	if q.Shape == "" {
		q.Shape = explain.CNF
	}
	return explain.Explain(context.Background(), s.b, s.solver, q)
}

func (s *setting) unsat(terms ...*term.Term) bool {
	return s.solver.Check(context.Background(), solver.Query{Path: terms}).Status == solver.Unsat
}

// ANGELIC, section 4, Example: the third assertion of FooBar.
func TestFigure1(t *testing.T) {
	s := newSetting(t)
	b, zero := s.b, s.b.IntConst(0)
	m := b.Var("m", b.Array(b.Int(), b.Int()))
	x, y := s.int("x_1"), s.int("x_2")
	failing := b.Eq(b.Select(b.Store(m, x, zero), y), zero)
	want := b.And(b.Ne(x, y), b.Ne(b.Select(m, y), zero))
	a := s.explain(explain.Question{Failing: failing})
	if !a.Found() || len(a.Clauses) != 2 || !s.unsat(b.Xor(want, a.Formula(b))) {
		t.Errorf("got %v: %s", a.Clauses, a.Reason)
	}
	if a := s.explain(explain.Question{Failing: failing, Shape: explain.Clause}); a.Found() || a.Reason != explain.NoCover {
		t.Errorf("a clause does not suffice, got %v: %s", a.Clauses, a.Reason)
	}
	if a := s.explain(explain.Question{Failing: failing, Shape: explain.Cube}); !s.unsat(b.Xor(want, a.Formula(b))) {
		t.Errorf("cube: got %v: %s", a.Clauses, a.Reason)
	}
}

func TestReasons(t *testing.T) {
	s := newSetting(t)
	b, zero := s.b, s.b.IntConst(0)
	x, y := s.int("x"), s.int("y")
	for _, test := range []struct {
		name     string
		q        explain.Question
		clauses  int
		reason   explain.Reason
		definite bool
	}{
		{"nothing unknown", explain.Question{Failing: b.True()}, 0, explain.NoAtoms, true},
		{"not in the vocabulary", explain.Question{Failing: b.Lt(x, zero)}, 0, explain.NoAtoms, false},
		{"one atom", explain.Question{Failing: b.Eq(x, zero)}, 1, "", false},
		{"guards are hypotheses", explain.Question{Failing: b.Eq(x, y), Guards: []*term.Term{b.Eq(y, zero)}}, 1, "", false},
		{"guards are not atoms", explain.Question{Failing: b.True(), Guards: []*term.Term{b.Eq(y, zero)}}, 0, explain.NoAtoms, true},
		{"guards are atoms", explain.Question{Failing: b.True(), Guards: []*term.Term{b.Eq(y, zero)}, UseGuards: true}, 1, "", false},
		{"excluded by what is given", explain.Question{Failing: b.Eq(x, zero), Given: []*term.Term{b.Eq(x, zero)}}, 0, explain.NoAtoms, true},
		{"too long", explain.Question{
			Failing: b.And(b.Eq(x, zero), b.Eq(y, zero), b.Eq(s.int("z"), zero)), MaxClause: 2,
		}, 0, explain.NotConcise, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := s.explain(test.q)
			if len(a.Clauses) != test.clauses || a.Reason != test.reason || a.Definite != test.definite {
				t.Errorf("got %v, %q, definite %v", a.Clauses, a.Reason, a.Definite)
			}
		})
	}
}

// Whatever the condition: a specification excludes it, can hold, and is made of the vocabulary.
func TestSpecificationsExcludeTheFailure(t *testing.T) {
	s := newSetting(t)
	b := s.b
	r := rand.New(rand.NewSource(5))
	m := b.Var("m", b.Array(b.Int(), b.Int()))
	var value func(depth int) *term.Term
	value = func(depth int) *term.Term {
		switch n := r.Intn(6); {
		case n == 0 || depth == 0:
			return b.IntConst(0)
		case n < 3:
			return s.int(fmt.Sprintf("v%d", r.Intn(3)))
		case n == 3:
			return b.Select(b.Store(m, value(depth-1), value(depth-1)), value(depth-1))
		case n == 4:
			return b.Ite(b.Eq(value(depth-1), value(depth-1)), value(depth-1), value(depth-1))
		}
		return b.Select(m, value(depth-1))
	}
	var condition func(depth int) *term.Term
	condition = func(depth int) *term.Term {
		switch n := r.Intn(5); {
		case n == 0 && depth > 0:
			return b.And(condition(depth-1), condition(depth-1))
		case n == 1 && depth > 0:
			return b.Or(condition(depth-1), condition(depth-1))
		case n == 2:
			return b.Lt(value(2), value(2))
		case n == 3:
			return b.Ne(value(2), value(2))
		}
		return b.Eq(value(2), value(2))
	}
	found, wordless := 0, 0
	for range 300 {
		q := explain.Question{Failing: condition(2), Guards: []*term.Term{condition(1)}, UseGuards: r.Intn(2) == 0}
		q.Shape = []explain.Shape{explain.Clause, explain.Cube, explain.CNF}[r.Intn(3)]
		a := s.explain(q)
		all := q
		all.Admits = disequalities
		if explain.Wordless(b, all) {
			wordless++
			if a.Reason != explain.NoAtoms {
				t.Errorf("%s has an atom of the vocabulary: %v, %q", q.Failing, a.Clauses, a.Reason)
			}
		}
		if !a.Found() {
			if a.Reason == "" {
				t.Fatalf("no specification and no reason for %s", q.Failing)
			}
			continue
		}
		found++
		formula := a.Formula(b)
		if !s.unsat(q.Failing, q.Guards[0], formula) {
			t.Errorf("%s does not exclude %s and %s", formula, q.Guards[0], q.Failing)
		}
		if s.unsat(formula) {
			t.Errorf("%s is never true", formula)
		}
		for _, clause := range a.Clauses {
			for _, atom := range clause {
				if !disequalities(atom) {
					t.Errorf("the atom %s is not in the vocabulary", atom)
				}
			}
		}
	}
	if found < 50 || wordless < 20 {
		t.Errorf("only %d specifications were found, and %d conditions without atoms: the test says little", found, wordless)
	}
}

// A byte written through one pointer may be any of the bytes of a word behind another: one atom
// keeps the objects apart, and what is left of the condition is explained as always.
func TestApart(t *testing.T) {
	s := newSetting(t)
	b := s.b
	address, memory := b.BV(64), b.Var("memory", b.Array(b.BV(64), b.BV(8)))
	buffer, object, index := b.Var("buffer", address), b.Var("object", address), b.Var("index", address)
	at := func(base *term.Term, n uint64) *term.Term { return b.BVAdd(base, b.BVConst(64, n)) }
	granule := func(t *term.Term) *term.Term { return b.Extract(63, 32, t) }
	written := b.BVAdd(buffer, index)
	apart := b.Ne(granule(written), granule(object))
	q := explain.Question{
		Admits: func(atom *term.Term) bool { return atom.Op() == term.OpNot },
		Given:  []*term.Term{b.Eq(b.Extract(31, 0, object), b.BVConst(32, 0))},
		Apart: func(w, r *term.Term) (atom, condition *term.Term) {
			if w == written {
				return apart, b.Eq(granule(r), granule(object))
			}
			return nil, nil
		},
	}
	after := b.Store(memory, written, b.BVConst(8, 0))
	var null, old []*term.Term
	for i := range uint64(8) {
		null = append(null, b.Eq(b.Select(after, at(object, 16+i)), b.BVConst(8, 0)))
		old = append(old, b.Eq(b.Select(memory, at(object, 16+i)), b.BVConst(8, 0)))
	}
	q.Failing = b.And(null...)
	a := s.explain(q)
	if want := b.And(apart, b.Not(b.And(old...))); !a.Found() || a.Formula(b) != want {
		t.Errorf("got %v: %s", a.Clauses, a.Reason)
	}
	q.Given = append(q.Given, b.Not(b.And(old...)))
	if a := s.explain(q); len(a.Clauses) != 1 || a.Formula(b) != apart {
		t.Errorf("the word was not null before: got %v: %s", a.Clauses, a.Reason)
	}
	q.Given, q.Apart = q.Given[:1], nil
	if a := s.explain(q); a.Found() {
		t.Errorf("without words for objects: got %v", a.Clauses)
	}
}

// A byte was written that may be one of a word's: that the word was not null before is an atom,
// though no byte of it is read for sure.
func TestScatteredWord(t *testing.T) {
	s := newSetting(t)
	b := s.b
	memory := b.Var("memory", b.Array(b.BV(64), b.BV(8)))
	object, written := b.Var("object", b.BV(64)), b.Var("written", b.BV(64))
	failing := func(value uint64) (null, old *term.Term, apart []*term.Term) {
		after := b.Store(memory, written, b.BVConst(8, value))
		var now, before []*term.Term
		for i := range uint64(8) {
			at := b.BVAdd(object, b.BVConst(64, 16+i))
			now = append(now, b.Eq(b.Select(after, at), b.BVConst(8, 0)))
			before = append(before, b.Eq(b.Select(memory, at), b.BVConst(8, 0)))
			apart = append(apart, b.Ne(written, at))
		}
		return b.And(now...), b.And(before...), apart
	}
	words := func(atom *term.Term) bool { return atom.Op() == term.OpNot && atom.Arg(0).Op() == term.OpAnd }
	null, old, _ := failing(0xff)
	if a := s.explain(explain.Question{Failing: null, Admits: words}); !a.Found() || a.Formula(b) != b.Not(old) {
		t.Errorf("got %v: %s", a.Clauses, a.Reason)
	}
	null, old, apart := failing(0)
	if a := s.explain(explain.Question{Failing: null, Admits: words}); a.Found() || a.Reason != explain.NoCover {
		t.Errorf("what was written may make it null: got %v: %s", a.Clauses, a.Reason)
	}
	q := explain.Question{Failing: null, MaxCNF: 9, Admits: func(atom *term.Term) bool { return words(atom) || slices.Contains(apart, atom) }}
	if a := s.explain(q); !a.Found() || !s.unsat(b.Xor(a.Formula(b), b.And(append(apart, b.Not(old))...))) {
		t.Errorf("got %v: %s", a.Clauses, a.Reason)
	}
}
