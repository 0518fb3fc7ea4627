package solver

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yogi/internal/term"
)

// script is a backend that gives prepared answers and counts the questions.
type script struct {
	answer func(q Query) Answer
	asked  int
}

func (s *script) Check(_ context.Context, q Query) Answer {
	s.asked++
	return s.answer(q)
}

func (s *script) Close() error { return nil }

func always(a Answer) *script { return &script{answer: func(Query) Answer { return a }} }

func TestShortcut(t *testing.T) {
	b := term.NewBuilder()
	x, y := b.Var("x", b.BV(8)), b.Var("y", b.BV(8))
	i := b.Var("i", b.Int())
	k := func(n uint64) *term.Term { return b.BVConst(8, n) }
	inner := always(UnknownBecause("asked"))
	s := Shortcut(inner, b, &Stats{})
	path := []*term.Term{b.BVUlt(x, k(9)), b.BVSlt(y, x), b.Le(b.IntConst(3), i)}
	for _, c := range []struct {
		path, assume []*term.Term
		want         Status
		core         []int
	}{
		{nil, []*term.Term{b.True()}, Sat, nil},
		{path, []*term.Term{b.True(), b.False()}, Unsat, []int{1}},
		{path, []*term.Term{b.BVSle(x, y)}, Unsat, []int{0}},
		{path, []*term.Term{b.BVUlt(y, k(3)), b.Eq(x, k(9))}, Unsat, []int{1}},
		{path, []*term.Term{b.Eq(x, k(4)), b.Eq(x, k(5))}, Unsat, []int{0, 1}},
		{path[:1], []*term.Term{b.Le(i, b.IntConst(2))}, Unknown, nil},
		{path, []*term.Term{b.Le(i, b.IntConst(2))}, Unsat, []int{0}},
		{append(path[:2:2], b.Le(i, b.IntConst(1))), []*term.Term{b.Le(i, b.IntConst(2))}, Unknown, nil},
	} {
		got := s.Check(context.Background(), Query{Path: c.path, Assume: c.assume})
		if got.Status != c.want || !slices.Equal(got.Core, c.core) {
			t.Errorf("%v: %s %v, want %s %v", c.assume, got.Status, got.Core, c.want, c.core)
		}
	}
	if inner.asked != 2 {
		t.Errorf("asked %d times", inner.asked)
	}
}

func TestCacheBySlice(t *testing.T) {
	b := term.NewBuilder()
	x, y := b.Var("x", b.Int()), b.Var("y", b.Int())
	px, py := b.Le(b.IntConst(3), x), b.Le(y, b.IntConst(4))
	inner := &script{answer: func(q Query) Answer {
		return Answer{Status: Sat, Model: NewModel(map[*term.Term]term.Value{x: term.IntValue(3), y: term.IntValue(4)})}
	}}
	s := Cache(inner, &Stats{})
	ask := func(terms ...*term.Term) Answer { return s.Check(context.Background(), Query{Path: terms}) }
	ask(px, py)
	if a := ask(py); a.Status != Sat || a.Model.Has(x) {
		t.Errorf("the slice of y alone: %s", a.Status)
	}
	ask(px)
	if inner.asked != 1 {
		t.Errorf("asked %d times", inner.asked)
	}
	inner.answer = func(Query) Answer { return Answer{Status: Unsat, Core: []int{0}} }
	bad := b.Eq(b.Mul(x, x), b.IntConst(2))
	first := s.Check(context.Background(), Query{Path: []*term.Term{py}, Assume: []*term.Term{bad}})
	inner.answer = func(Query) Answer { return UnknownBecause("asked again") }
	again := s.Check(context.Background(), Query{Path: nil, Assume: []*term.Term{py, bad}})
	if first.Status != Unsat || again.Status != Unsat || !slices.Equal(again.Core, []int{1}) {
		t.Errorf("unsat slice: %s, then %s %v (%s)", first.Status, again.Status, again.Core, again.Reason)
	}
}

func TestReuse(t *testing.T) {
	b := term.NewBuilder()
	x := b.Var("x", b.Int())
	inner := always(Answer{Status: Sat, Model: NewModel(map[*term.Term]term.Value{x: term.IntValue(7)})})
	s := Reuse(inner, &Stats{})
	s.Check(context.Background(), Query{Path: []*term.Term{b.Le(b.IntConst(3), x)}})
	s.Check(context.Background(), Query{Path: []*term.Term{b.Le(b.IntConst(5), x)}})
	if inner.asked != 1 {
		t.Errorf("asked %d times", inner.asked)
	}
	s.Check(context.Background(), Query{Path: []*term.Term{b.Le(b.IntConst(8), x)}})
	if inner.asked != 2 {
		t.Errorf("asked %d times", inner.asked)
	}
}

// twice answers differently when it starts again.
type twice struct {
	first, afresh Answer
}

func (s *twice) Check(context.Context, Query) Answer  { return s.first }
func (s *twice) Afresh(context.Context, Query) Answer { return s.afresh }
func (s *twice) Close() error                         { return nil }

// TestValidateAsksAfresh: a backend with a wrong model is asked again, and believed if the answer checks.
func TestValidateAsksAfresh(t *testing.T) {
	b := term.NewBuilder()
	x := b.Var("x", b.Bool())
	wrong := Answer{Status: Sat, Model: NewModel(map[*term.Term]term.Value{x: term.BoolValue(false)})}
	right := Answer{Status: Sat, Model: NewModel(map[*term.Term]term.Value{x: term.BoolValue(true)})}
	for _, c := range []struct {
		afresh Answer
		want   Status
	}{{right, Sat}, {wrong, Unknown}, {Answer{Status: Unsat}, Unsat}} {
		s := Validate(&twice{wrong, c.afresh})
		if got := s.Check(context.Background(), Query{Path: []*term.Term{x}}); got.Status != c.want {
			t.Errorf("%v, want %v", got.Status, c.want)
		}
	}
}

func TestValidate(t *testing.T) {
	b := term.NewBuilder()
	x := b.Var("x", b.Int())
	s := Validate(always(Answer{Status: Sat, Model: NewModel(nil)}))
	if a := s.Check(context.Background(), Query{Assume: []*term.Term{b.Le(b.IntConst(1), x)}}); a.Status != Unknown {
		t.Errorf("a wrong model was believed: %s", a.Status)
	}
}

func TestMinimizeCores(t *testing.T) {
	b := term.NewBuilder()
	var assume []*term.Term
	for _, name := range []string{"p", "q", "r", "s"} {
		assume = append(assume, b.Var(name, b.Bool()))
	}
	inner := &script{answer: func(q Query) Answer { // unsatisfiable iff q and s are there; the core is everything
		if !slices.Contains(q.Assume, assume[1]) || !slices.Contains(q.Assume, assume[3]) {
			return UnknownBecause("not proved")
		}
		a := Answer{Status: Unsat}
		for i := range q.Assume {
			a.Core = append(a.Core, i)
		}
		return a
	}}
	a := MinimizeCores(inner).Check(context.Background(), Query{Assume: assume})
	if !slices.Equal(a.Core, []int{1, 3}) {
		t.Errorf("core %v", a.Core)
	}
}

func TestLogFiles(t *testing.T) {
	b := term.NewBuilder()
	x := b.Var("x", b.BV(8))
	dir := t.TempDir()
	stats := &Stats{}
	s := Log(always(Answer{Status: Unsat, Core: []int{0}}), stats, dir)
	s.Check(context.Background(), Query{Path: []*term.Term{b.BVUlt(x, b.BVConst(8, 9))}, Assume: []*term.Term{b.Eq(x, b.BVConst(8, 10))}, Label: "f: question"})
	text, err := os.ReadFile(filepath.Join(dir, "q000001.smt2"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"; label: f: question", "; answer: unsat", "(assert (bvult |v x| #x09))", ":named a0", "(check-sat)"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if stats.Queries.Load() != 1 || stats.Unsat.Load() != 1 {
		t.Error("not counted")
	}
}

// TestAgreed: only what all refute is refuted.
func TestAgreed(t *testing.T) {
	refutes, gaveUp := Answer{Status: Unsat, Core: []int{}}, UnknownBecause("gave up")
	b := term.NewBuilder()
	q := Query{Assume: []*term.Term{b.False(), b.True()}}
	if a := Agreed(always(refutes), always(refutes)).Check(context.Background(), q); a.Status != Unsat || !slices.Equal(a.Core, []int{0, 1}) {
		t.Errorf("got %v", a)
	}
	for _, solvers := range [][2]Answer{{refutes, gaveUp}, {gaveUp, refutes}} {
		if a := Agreed(always(solvers[0]), always(solvers[1])).Check(context.Background(), q); a.Status != Unknown {
			t.Errorf("got %v of %v", a, solvers)
		}
	}
}
