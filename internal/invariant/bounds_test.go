package invariant

import (
	"slices"
	"testing"

	"yogi/internal/term"
)

// counting is a function that counts its calls in a global, and checks that the counter does not overflow.
const counting = `language "c"
model "LP64" 64 64 32
entry main
global calls (_ BitVec 8) signed
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 choice "x"
    call twice (|main::x|)
    goto true 1
  block 1 ""
    return
}
function twice {
  param |twice::n| (_ BitVec 8) signed
  block 0 ""
    goto (= |twice::n| #x00) 5 (not (= |twice::n| #x00)) 1
  block 1 ""
    goto (not (= calls #x7f)) 2 (= calls #x7f) 6
  block 2 ""
    calls := (bvadd calls #x01)
    goto true 3
  block 3 ""
    call twice ((bvadd |twice::n| #xff))
    goto true 4
  block 4 ""
    call twice ((bvadd |twice::n| #xff))
    goto true 5
  block 5 ""
    return
  block 6 ""
    error "overflow"
}
`

// TestRoomForChanges: a check of what a row does not know is taken to hold, and the counter is to have room for all
// calls that are to come.
func TestRoomForChanges(t *testing.T) {
	p := parse(t, counting)
	e := encode(p, p.Entry, forContracts, never)
	if e == nil {
		t.Fatal("there are no contracts")
	}
	f := p.Function("twice")
	tables := e.tabulated()
	tab := tables.tableOf(f)
	if tab == nil || len(tab.keys) != 1 {
		t.Fatalf("the branches depend on the parameter alone: %+v", tab)
	}
	tables.ask(tab, [][2]int64{{0, 6}})
	if len(tab.rows) != 7 {
		t.Fatalf("%d rows", len(tab.rows))
	}
	c := &candidates{samples: &samples{terms: p.Terms, evaluator: term.NewEvaluator()}, seen: map[*term.Term]bool{}}
	c.boundsInRecursion(e, Point{f, f.Entry().Index})
	if len(c.list) != 1 {
		t.Fatalf("candidates %v", c.list)
	}
	room := func(n, calls uint64) bool {
		value := p.Terms.Substitute(c.list[0], map[*term.Term]*term.Term{
			f.Params[0].Sym: p.Terms.BVConst(8, n), f.Modifies[0].Sym: p.Terms.BVConst(8, calls),
		})
		return value.IsTrue()
	}
	if !room(3, 120) || room(3, 121) || !room(0, 127) {
		t.Errorf("three rounds make 7 calls that count, and 120 is the largest number with room for them: %v", c.list[0])
	}
}

// TestMultiples: a result that is counted is bounded by multiples of the parameters.
func TestMultiples(t *testing.T) {
	p := parse(t, recursions)
	e := encode(p, p.Entry, forContracts, never)
	f := p.Function("fibonacci")
	s := &samples{terms: p.Terms, constants: map[*term.Sort][]int64{f.Results[0].Sort: {0, 1, 40}}, evaluator: term.NewEvaluator()}
	for _, sym := range []*term.Term{f.Results[0].Sym, e.ghosts[f][0].Symbol} {
		s.features = append(s.features, s.feature(sym))
	}
	c := &candidates{samples: s, seen: map[*term.Term]bool{}}
	c.multiples(e, Point{f, AtReturn})
	want := p.Terms.Le(f.Results[0].Sym, p.Terms.Mul(p.Terms.IntConst(40), e.ghosts[f][0].Symbol))
	if !slices.Contains(c.list, want) {
		t.Errorf("candidates %v", c.list)
	}
}

// TestOverBase: what is counted is one sum of the counter at the entry and a table.
func TestOverBase(t *testing.T) {
	p, tables := tabulated(t)
	f := p.Function("fibonacci")
	tab := tables.tableOf(f)
	tables.ask(tab, [][2]int64{{0, 9}})
	calls := f.Modifies[0].Sym
	base, rows := tables.overBase(f, tab.list(), AtReturn, calls)
	if base != tables.ghosts[f][len(f.Params)].Symbol || len(rows) != 10 || !rows[3].value(AtReturn, calls).IsConst() {
		t.Errorf("over %v: %d rows", base, len(rows))
	}
	if base, _ := tables.overBase(f, tab.list(), AtReturn, f.Results[0].Sym); base != nil {
		t.Errorf("what is returned is over %v", base)
	}
}
