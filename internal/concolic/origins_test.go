package concolic

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestOrigins: what is read in a run comes from the write there, if there is one, else from the first contents; a
// choice from what is chosen, then from what chooses, and then comes where is read.
func TestOrigins(t *testing.T) {
	f := forestOf(t, pointed)
	f.options.Origins = true
	b := f.terms
	byte8 := b.BV(8)
	end, err := f.RunTest(&Plan{Inputs: []verdict.InputValue{{Value: term.BVValue(8, 20)}, {Value: term.BVValue(8, 30)}}})
	if err != nil {
		t.Fatal(err)
	}
	r := f.newRepairing(f.PlanOf(end.Test), end.Path)
	p, q := b.Var("in!0!(_ BitVec 8)", byte8), b.Var("in!1!(_ BitVec 8)", byte8)
	m, v, w := b.Var("m", b.Array(byte8, byte8)), b.Var("v", byte8), b.Var("w", byte8)
	written := b.Store(b.Store(m, q, v), p, w)
	nine := b.BVConst(8, 9)
	cases := []struct {
		name  string
		term  *term.Term
		first []*term.Term
		next  []*term.Term
		where []*term.Term
	}{
		{"written", b.Select(written, b.BVConst(8, 30)), []*term.Term{v}, []*term.Term{v}, nil},
		{"written last", b.Select(written, b.BVConst(8, 20)), []*term.Term{w}, []*term.Term{w}, nil},
		{"first contents", b.Select(written, nine), []*term.Term{m}, []*term.Term{m}, nil},
		{"chosen", b.Ite(b.BVUlt(p, q), v, w), []*term.Term{v}, []*term.Term{p, q, v, w}, nil},
		{"chosen map", b.Select(b.Ite(b.BVUlt(q, p), m, written), p), []*term.Term{w}, []*term.Term{p, q, m, w}, []*term.Term{p}},
		{"read where a read says", b.Select(written, b.Select(written, q)), []*term.Term{m}, []*term.Term{m}, []*term.Term{q, v}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var groups [][]*term.Term
			want, ok := r.value(c.term)
			for o := range r.origins(c.term) {
				groups = append(groups, o.symbols)
				if now, decided := r.value(o.term); !ok || !decided || !now.Equal(want) {
					t.Errorf("%s is %v in the run, and %s %v", c.term, want, o.term, now)
				}
			}
			if !sameSymbols(groups[0], c.first) || !sameSymbols(groups[1], c.next) {
				t.Errorf("%s comes from %v, then %v", c.term, groups[0], groups[1])
			}
			var where []*term.Term
			for _, symbols := range groups[2 : len(groups)-1] {
				where = append(where, symbols...)
			}
			if !sameSymbols(where, c.where) {
				t.Errorf("%s is read at %v", c.term, where)
			}
			if last := groups[len(groups)-1]; !sameSymbols(last, c.term.Vars()) {
				t.Errorf("%s has the symbols %v", c.term, last)
			}
		})
	}
}

func sameSymbols(a, b []*term.Term) bool {
	has := map[*term.Term]bool{}
	for _, t := range a {
		has[t] = true
	}
	for _, t := range b {
		if !has[t] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestOriginsOfChoices: each branch of a choice of arrays goes on to the same one, which is a choice again.
func TestOriginsOfChoices(t *testing.T) {
	f := forestOf(t, pointed)
	f.options.Origins = true
	b := f.terms
	byte8 := b.BV(8)
	end, err := f.RunTest(&Plan{Inputs: []verdict.InputValue{{Value: term.BVValue(8, 20)}, {Value: term.BVValue(8, 30)}}})
	if err != nil {
		t.Fatal(err)
	}
	r := f.newRepairing(f.PlanOf(end.Test), end.Path)
	p, q, nine := b.Var("in!0!(_ BitVec 8)", byte8), b.Var("in!1!(_ BitVec 8)", byte8), b.BVConst(8, 9)
	array := b.Var("m", b.Array(byte8, byte8))
	for k := range uint64(200) {
		n := b.BVConst(8, k)
		array = b.Ite(b.BVUlt(p, n), b.Store(array, b.BVAdd(q, n), p), b.Store(array, b.BVAdd(p, n), q))
	}
	goal := b.Select(array, nine)
	want, _ := r.value(goal)
	for o := range r.origins(goal) {
		if now, ok := r.value(o.term); !ok || !now.Equal(want) {
			t.Errorf("%s is %v in the run, want %v", o.term, now, want)
		}
	}
}

// TestRepairByOrigin: a condition on a cell that no write of a run got to is met at once by a change of the first
// contents, however many writes the term reads behind; where symbols are tried in the order of the inputs that is work.
func TestRepairByOrigin(t *testing.T) {
	for _, origins := range []bool{true, false} {
		f := forestOf(t, pointed)
		f.options.Origins = origins
		b := f.terms
		byte8 := b.BV(8)
		end, err := f.RunTest(&Plan{Inputs: []verdict.InputValue{{Value: term.BVValue(8, 20)}, {Value: term.BVValue(8, 30)}}})
		if err != nil {
			t.Fatal(err)
		}
		m, p := f.program.Globals[1].Sym, b.Var("in!0!(_ BitVec 8)", byte8)
		path := []*term.Term{b.Eq(p, b.BVConst(8, 20))}
		array := m
		for k := range uint64(40) {
			array = b.Store(array, b.BVAdd(p, b.BVConst(8, k)), b.BVConst(8, k))
		}
		goal := b.Eq(b.Select(array, b.BVConst(8, 9)), b.BVConst(8, 77))
		plan := f.repairFor(f.PlanOf(end.Test), end.Path, path, []*term.Term{goal}, repairLimit{depth: 1, work: 1000})
		if (plan != nil) != origins {
			t.Fatalf("origins %v: the repair is %v", origins, plan)
		}
		if plan == nil {
			continue
		}
		if len(plan.Globals) != 1 || !plan.Globals[0].Value.Array().Select(term.BVValue(8, 9)).Equal(term.BVValue(8, 77)) {
			t.Errorf("the start is %v", plan.Globals)
		}
	}
}
