package invariant

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// recursions are functions of one and of two keys: Fibonacci's, which counts its calls and has a parameter
// that nothing depends on, Ackermann's, and one whose branches depend on an input.
const recursions = `language "boogie"
entry main
global calls Int
function main {
  local |main::x| Int
  local |main::y| Int
  block 0 ""
    havoc |main::x| input 0 choice "x"
    call fibonacci (|main::x| 7) to |main::y|
    goto true 1
  block 1 ""
    call ackermann (|main::x| |main::y|) to |main::y|
    goto true 2
  block 2 ""
    call random (|main::x|) to |main::y|
    goto true 3
  block 3 ""
    return
}
function fibonacci {
  param |fibonacci::n| Int
  param |fibonacci::other| Int
  result |fibonacci::r| Int
  local |fibonacci::a| Int
  local |fibonacci::b| Int
  block 0 ""
    calls := (+ calls 1)
    goto (< |fibonacci::n| 2) 1 (not (< |fibonacci::n| 2)) 2
  block 1 ""
    |fibonacci::r| := |fibonacci::n|
    goto true 5
  block 2 ""
    call fibonacci ((- |fibonacci::n| 1) |fibonacci::other|) to |fibonacci::a|
    goto true 3
  block 3 ""
    call fibonacci ((- |fibonacci::n| 2) |fibonacci::other|) to |fibonacci::b|
    goto true 4
  block 4 ""
    |fibonacci::r| := (+ |fibonacci::a| |fibonacci::b|)
    goto true 5
  block 5 ""
    return
}
function ackermann {
  param |ackermann::m| Int
  param |ackermann::n| Int
  result |ackermann::r| Int
  local |ackermann::t| Int
  block 0 ""
    goto (= |ackermann::m| 0) 1 (not (= |ackermann::m| 0)) 2
  block 1 ""
    |ackermann::r| := (+ |ackermann::n| 1)
    goto true 6
  block 2 ""
    goto (= |ackermann::n| 0) 3 (not (= |ackermann::n| 0)) 4
  block 3 ""
    call ackermann ((- |ackermann::m| 1) 1) to |ackermann::r|
    goto true 6
  block 4 ""
    call ackermann (|ackermann::m| (- |ackermann::n| 1)) to |ackermann::t|
    goto true 5
  block 5 ""
    call ackermann ((- |ackermann::m| 1) |ackermann::t|) to |ackermann::r|
    goto true 6
  block 6 ""
    return
}
function random {
  param |random::n| Int
  result |random::r| Int
  local |random::x| Int
  block 0 ""
    havoc |random::x| input 1 choice "x"
    goto (< |random::x| |random::n|) 1 (not (< |random::x| |random::n|)) 2
  block 1 ""
    call random (|random::x|) to |random::r|
    goto true 3
  block 2 ""
    |random::r| := 0
    goto true 3
  block 3 ""
    return
}
`

func tabulated(t *testing.T) (*ir.Program, *tables) {
	t.Helper()
	p := parse(t, recursions)
	e := encode(p, p.Entry, forContracts, never)
	if e == nil {
		t.Fatal("there are no contracts")
	}
	return p, e.tabulated()
}

// TestTableRows: a row is what a call returns and does to globals, wherever these were, and takes as many
// executions as there are rows.
func TestTableRows(t *testing.T) {
	p, tables := tabulated(t)
	f := p.Function("fibonacci")
	tab := tables.tableOf(f)
	if tab == nil || len(tab.keys) != 1 || tab.keys[0] != 0 {
		t.Fatalf("the branches depend on the first parameter alone: %+v", tab)
	}
	tables.ask(tab, [][2]int64{{0, 60}})
	if len(tab.rows) != 61 || tables.blocks > 61*5 {
		t.Errorf("%d rows, %d blocks", len(tab.rows), tables.blocks)
	}
	a, b, calls := int64(0), int64(1), [2]int64{1, 1}
	for n := int64(0); n <= 60; n++ {
		row := tab.rows[nameOf([]int64{n})]
		if x, ok := number(row.after[f.Results[0].Sym]); !ok || x != a {
			t.Fatalf("fibonacci of %d is %v, not %d", n, row.after[f.Results[0].Sym], a)
		}
		var counter *ir.Variable
		for _, v := range f.Modifies {
			counter = v
		}
		ghost := tables.ghosts[f][len(f.Params)].Symbol
		if got, want := row.after[counter.Sym], p.Terms.Add(ghost, p.Terms.IntConst(calls[0])); got != want {
			t.Fatalf("behind fibonacci of %d the counter is %v, not %v", n, got, want)
		}
		a, b = b, a+b
		calls = [2]int64{calls[1], calls[0] + calls[1] + 1}
	}
}

// TestTableLines: calls far behind the rows are looked up on their line, and the line is a candidate.
func TestTableLines(t *testing.T) {
	p, tables := tabulated(t)
	f := p.Function("ackermann")
	tab := tables.tableOf(f)
	if tab == nil || len(tab.keys) != 2 {
		t.Fatalf("the branches depend on both parameters: %+v", tab)
	}
	tables.ask(tab, [][2]int64{{0, 3}, {0, 20}})
	for n := int64(0); n <= 20; n++ {
		row := tab.rows[nameOf([]int64{3, n})]
		if row == nil {
			t.Fatalf("there is no row for 3, %d", n)
		}
		if x, ok := number(row.after[f.Results[0].Sym]); !ok || x != 1<<(n+3)-3 {
			t.Errorf("ackermann of 3, %d is %v", n, row.after[f.Results[0].Sym])
		}
	}
	lines, left := tables.lines(tab, tab.list(), AtReturn, f.Results[0].Sym)
	if len(lines) != 3 {
		t.Errorf("%d lines: %v", len(lines), lines)
	}
	for _, r := range left {
		if r.keys[0] < 3 {
			t.Errorf("the row of %v is on a line", r.keys)
		}
	}
	// The line of m = 2 is 2n + 3, for any n.
	values := map[*term.Term]*term.Term{
		tables.ghosts[f][0].Symbol: p.Terms.IntConst(2), tables.ghosts[f][1].Symbol: p.Terms.IntConst(-100), f.Results[0].Sym: p.Terms.IntConst(-197),
	}
	for _, line := range lines {
		if !p.Terms.Substitute(line, values).IsTrue() {
			t.Errorf("not true of 2, -100: %v", line)
		}
	}
}

// TestTableUndecided: a branch on an input makes no row.
func TestTableUndecided(t *testing.T) {
	p, tables := tabulated(t)
	tab := tables.tableOf(p.Function("random"))
	if tab == nil {
		t.Fatal("there is a key")
	}
	if tables.ask(tab, [][2]int64{{0, 9}}); len(tab.rows) != 0 {
		t.Errorf("%d rows", len(tab.rows))
	}
}

// TestTablesProved: Houdini keeps the table of Fibonacci's function, from no run at all, and drops it where one row
// is wrong.
func TestTablesProved(t *testing.T) {
	p := parse(t, recursions)
	search := NewContracts(p, newAsker(t, p, ""), never)
	if search == nil || !search.HasTables() {
		t.Fatal("there are no tables")
	}
	f := p.Function("fibonacci")
	ghost := search.Ghosts(f)[0].Symbol
	says := func(facts Facts, n, r int64) bool {
		values := map[*term.Term]*term.Term{ghost: p.Terms.IntConst(n), f.Results[0].Sym: p.Terms.IntConst(r)}
		for _, fact := range facts[Point{f, AtReturn}] {
			if p.Terms.Substitute(fact, values).IsFalse() {
				return false
			}
		}
		return true
	}
	facts := search.Prove(Tables, table{}, never).Facts
	if len(facts[Point{f, AtReturn}]) < 2 {
		t.Fatalf("facts at the return: %v", facts[Point{f, AtReturn}])
	}
	if !says(facts, 5, 5) || says(facts, 5, 6) {
		t.Error("fibonacci of 5 is 5")
	}
	tab := search.encoder.tabulated().tableOf(f)
	wrong := tab.rows[nameOf([]int64{3})]
	wrong.after[f.Results[0].Sym] = p.Terms.IntConst(17)
	facts = search.Prove(Tables, table{}, never).Facts
	if !says(facts, 5, 6) || !says(facts, 3, 17) || !says(facts, 3, 2) {
		t.Error("a table with a wrong row was kept")
	}
}
