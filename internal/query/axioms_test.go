package query

import (
	"testing"

	"yogi/internal/term"
)

// longMemory is a read behind n writes whose addresses are read behind the writes before, as in a
// loop over a table of pointers.
func longMemory(b *term.Builder, n int) *term.Term {
	m := b.Fresh("memory", b.Array(b.Int(), b.Int()))
	at := b.Fresh("at", b.Int())
	for range n {
		at = b.Select(m, b.Add(at, b.IntConst(1)))
		m = b.Store(m, at, b.Fresh("value", b.Int()))
	}
	return b.Eq(b.Select(m, b.Fresh("read", b.Int())), b.IntConst(0))
}

// TestGroundTermsGrow: where no trigger is a read, what cells hold that were not written is not
// listed, so the ground terms grow with the path and not with its square.
func TestGroundTermsGrow(t *testing.T) {
	b := term.NewBuilder()
	f := b.Func("f", []*term.Sort{b.Int()}, b.Int())
	x := b.Fresh("x", b.Int())
	axiom := b.Forall([]*term.Term{x}, b.Eq(b.Apply(f, x), b.IntConst(1)), [][]*term.Term{{b.Apply(f, x)}})
	q := newQuantified(b, []*term.Term{axiom})
	for _, n := range []int{100, 200} {
		path := longMemory(b, n)
		if got := len(q.groundTerms(path, selectsFor(q.axioms))); got != n+1 {
			t.Errorf("%d ground terms of a path with %d writes", got, n)
		}
	}
}

// TestReadsMatter: an axiom about the cells of a map is instantiated for a cell that is read behind
// writes elsewhere.
func TestReadsMatter(t *testing.T) {
	b := term.NewBuilder()
	m := b.Fresh("map", b.Array(b.Int(), b.Int()))
	x, i, j := b.Fresh("x", b.Int()), b.Fresh("i", b.Int()), b.Fresh("j", b.Int())
	read := b.Select(m, x)
	axiom := b.Forall([]*term.Term{x}, b.Le(b.IntConst(0), read), [][]*term.Term{{read}})
	q := newQuantified(b, []*term.Term{axiom})
	written := b.Lt(b.Select(b.Store(m, i, b.IntConst(3)), j), b.IntConst(0))
	path, _, _ := q.rewrite([]*term.Term{written}, nil, nil)
	if want := b.Le(b.IntConst(0), b.Select(m, j)); len(path) != 2 || path[1] != want {
		t.Errorf("%v, and not the instance %s beside the query", path, want)
	}
}

// TestInstancesOfLaterRounds: what the instances of one round bring is instantiated in the next one,
// in a second query as in the first.
func TestInstancesOfLaterRounds(t *testing.T) {
	b := term.NewBuilder()
	f := b.Func("f", []*term.Sort{b.Int()}, b.Int())
	g := b.Func("g", []*term.Sort{b.Int()}, b.Int())
	x, c := b.Fresh("x", b.Int()), b.Fresh("c", b.Int())
	ofF := b.Forall([]*term.Term{x}, b.Eq(b.Apply(f, x), b.Apply(g, x)), [][]*term.Term{{b.Apply(f, x)}})
	ofG := b.Forall([]*term.Term{x}, b.Lt(b.Apply(g, x), x), [][]*term.Term{{b.Apply(g, x)}})
	q := newQuantified(b, []*term.Term{ofG, ofF})
	query := []*term.Term{b.Eq(b.Apply(f, c), b.IntConst(0))}
	for range 2 {
		path, _, applications := q.rewrite(query, nil, nil)
		if len(path) != 3 || path[1] != b.Eq(b.Apply(f, c), b.Apply(g, c)) || path[2] != b.Lt(b.Apply(g, c), c) {
			t.Errorf("the query is %v", path)
		}
		if len(applications) != 2 {
			t.Errorf("the applications are %v", applications)
		}
	}
}
