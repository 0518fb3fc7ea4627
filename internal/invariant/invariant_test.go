package invariant

import (
	"context"
	"math/rand"
	"slices"
	"testing"
	"time"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
)

// counters increments two variables together; helper, which is called from the loop, changes a global
// within bounds.
const counters = `language "boogie"
entry main
global g Int
function main {
  local |main::i| Int
  local |main::j| Int
  block 0 ""
    |main::i| := 0
    |main::j| := 5
    g := 0
    goto true 1
  block 1 "loop"
    goto (< |main::i| 100) 2 (not (< |main::i| 100)) 4
  block 2 ""
    call step (|main::i|)
    goto true 3
  block 3 ""
    |main::i| := (+ |main::i| 1)
    |main::j| := (+ |main::j| 1)
    goto true 1
  block 4 ""
    return
}
function step {
  param |step::n| Int
  block 0 ""
    goto true 1
  block 1 "loop"
    goto true 2 true 3 choice input 0 choice "*"
  block 2 ""
    g := (ite (< g |step::n|) (+ g 1) g)
    goto true 1
  block 3 ""
    return
}
`

func parse(t testing.TB, text string) *ir.Program {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	return p
}

// asker is an oracle over one solver; nothing is known of the start.
type asker struct {
	solver solver.Solver
	limit  time.Duration
}

func (a asker) Ask(path, assume []*term.Term, label string) solver.Answer {
	return a.AskAnywhere(path, assume, label)
}

func (a asker) AskAnywhere(path, assume []*term.Term, label string) solver.Answer {
	return a.solver.Check(context.Background(), solver.Query{Path: path, Assume: assume, Label: label, Timeout: a.limit})
}

func newAsker(t testing.TB, p *ir.Program, backend string) asker {
	t.Helper()
	s, err := chain.New(p.Terms, solver.Config{Backend: backend})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if backend == "cvc5-pipe" {
		return asker{s, time.Minute}
	}
	return asker{s, limit}
}

// table gives states by point.
type table map[Point][]term.Assignment

func (o table) States(p Point) []term.Assignment { return o[p] }

func (o table) Predicates(Point) []*term.Term { return nil }

func state(p *ir.Program, values map[string]int64) term.Assignment {
	vars := map[*term.Term]term.Value{}
	for name, v := range values {
		vars[p.Terms.Var(name, p.Terms.Int())] = term.IntValue(v)
	}
	return solver.NewModel(vars)
}

// limit bounds a query; what a search cannot decide in time it drops.
const limit = 300 * time.Millisecond

func never() bool { return false }

func TestHeads(t *testing.T) {
	p := parse(t, counters)
	for _, name := range []string{"main", "step"} {
		f := p.Function(name)
		heads := Heads(f)
		if len(heads) != 1 {
			t.Errorf("%s: %d heads", name, len(heads))
		}
		for b := range heads {
			if f.Blocks[b].Label != "loop" {
				t.Errorf("%s: head %d", name, b)
			}
		}
	}
}

// TestProve expects the facts that relate the counters, and those about the callee in its context.
func TestProve(t *testing.T) {
	p := parse(t, counters)
	main, step := p.Function("main"), p.Function("step")
	observed := countersStates(t, p)
	search := New(p, main, newAsker(t, p, ""), never)
	found := search.Prove(Plain, observed, never)
	facts := found.Facts
	scope := func(name string) (*term.Term, *term.Func) {
		for _, v := range append(append(append([]*ir.Variable(nil), p.Globals...), main.Variables()...), step.Variables()...) {
			if v.Name == name {
				return v.Sym, nil
			}
		}
		return nil, nil
	}
	expect := func(at Point, text string, want bool) {
		t.Helper()
		f, err := p.Terms.Parse(text, scope)
		if err != nil {
			t.Fatal(err)
		}
		implied := newAsker(t, p, "").AskAnywhere(append([]*term.Term{p.Terms.Not(f)}, facts[at]...), nil, "expect").Status == solver.Unsat
		if implied != want {
			t.Errorf("%s at block %d of %s: implied %v, want %v; facts %v", text, at.Block, at.Function.Name, implied, want, facts[at])
		}
	}
	head := func(f *ir.Function) Point { return headOf(t, f) }
	expect(head(main), "(= |main::j| (+ |main::i| 5))", true)
	expect(head(main), "(and (<= 0 |main::i|) (<= |main::i| 100))", true)
	expect(head(main), "(<= |main::i| 4)", false) // seen, but not kept by the loop
	expect(Point{step, 0}, "(and (<= 0 |step::n|) (< |step::n| 100))", true)
	expect(head(step), "(<= g 10)", false) // main knows nothing of g after the call

	goal, _ := p.Terms.Parse("(= |main::j| (+ |main::i| 5))", scope)
	for _, f := range facts[head(main)] {
		if f == goal {
			needed := found.Needed(Facts{head(main): {goal}})
			if len(needed) != 1 || len(needed[head(main)]) != 1 {
				t.Errorf("the equation is inductive by itself; needed: %v", needed)
			}
		}
	}
}

// headOf is the loop of a function that has one.
func headOf(t *testing.T, f *ir.Function) Point {
	t.Helper()
	for b := range Heads(f) {
		return Point{f, b}
	}
	t.Fatal("no head")
	return Point{}
}

// countersStates are states of the first rounds of counters.
func countersStates(t *testing.T, p *ir.Program) table {
	t.Helper()
	main, step := p.Function("main"), p.Function("step")
	observed := table{}
	for i := int64(0); i < 5; i++ {
		observed[headOf(t, main)] = append(observed[headOf(t, main)], state(p, map[string]int64{"main::i": i, "main::j": i + 5, "g": i % 3}))
		observed[Point{step, 0}] = append(observed[Point{step, 0}], state(p, map[string]int64{"step::n": i, "g": i % 3}))
		observed[headOf(t, step)] = append(observed[headOf(t, step)], state(p, map[string]int64{"step::n": i, "g": i % 3}))
	}
	return observed
}

// counted is an asker that counts its queries.
type counted struct {
	asker
	queries *int
}

func (c counted) Ask(path, assume []*term.Term, label string) solver.Answer {
	return c.AskAnywhere(path, assume, label)
}

func (c counted) AskAnywhere(path, assume []*term.Term, label string) solver.Answer {
	*c.queries++
	return c.asker.AskAnywhere(path, assume, label)
}

// TestCutShort: looks that are stopped after a query or two each find together what one look without
// a limit does, in hardly more queries, and prove nothing before.
func TestCutShort(t *testing.T) {
	p := parse(t, counters)
	main, observed := p.Function("main"), countersStates(t, p)
	var queries, whole int
	want := New(p, main, counted{newAsker(t, p, ""), &whole}, never).Prove(Plain, observed, never).Facts

	search := New(p, main, counted{newAsker(t, p, ""), &queries}, never)
	looks := 0
	for {
		most := queries + 1 + looks%2
		found := search.Prove(Plain, observed, func() bool { return queries > most })
		looks++
		effort, cut := search.CutShort()
		if !cut {
			for _, at := range search.encoder.points() {
				if !sameFacts(found.Facts[at], want[at]) {
					t.Errorf("at block %d of %s: %v, want %v", at.Block, at.Function.Name, found.Facts[at], want[at])
				}
			}
			break
		}
		if effort != Plain || len(found.Facts) > 0 || found.Tried == 0 {
			t.Fatalf("cut short at effort %d with %d candidates and facts %v", effort, found.Tried, found.Facts)
		}
		if looks > whole {
			t.Fatalf("%d looks with %d queries, and no end; %d in one look", looks, queries, whole)
		}
	}
	if looks < 3 || queries > 2*whole {
		t.Errorf("%d looks with %d queries; %d in one look", looks, queries, whole)
	}

	// What was begun with other candidates is of no use.
	search = New(p, main, counted{newAsker(t, p, ""), &queries}, never)
	most := queries
	search.Prove(Plain, observed, func() bool { return queries > most })
	if _, cut := search.CutShort(); !cut {
		t.Fatal("the look was not cut short")
	}
	equations := New(p, main, newAsker(t, p, ""), never).Prove(Equations, observed, never)
	if found := search.Prove(Equations, observed, never); found.Tried != equations.Tried {
		t.Errorf("%d candidates, want %d", found.Tried, equations.Tried)
	}
	if _, cut := search.CutShort(); cut {
		t.Error("a look that came to its end was cut short")
	}
}

// sameFacts says that two lists have the same facts.
func sameFacts(a, b []*term.Term) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(f *term.Term) bool { return !slices.Contains(b, f) })
}

// TestInductive checks the promise of Prove and of Needed on states that have nothing to do with the
// program: whatever was observed, what is returned is inductive. Another solver is asked.
func TestInductive(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for round := 0; round < 3; round++ {
		p := parse(t, counters)
		e := encode(p, p.Function("main"), forInvariants, never)
		observed := table{}
		for _, at := range e.points() {
			for i := 0; i < 2+random.Intn(6); i++ {
				values := map[string]int64{"g": int64(random.Intn(4))}
				for _, v := range at.Function.Variables() {
					values[v.Name] = int64(random.Intn(6))
				}
				observed[at] = append(observed[at], state(p, values))
			}
		}
		search := New(p, p.Function("main"), newAsker(t, p, ""), never)
		found := search.Prove(Effort(round%int(efforts)), observed, never)
		facts := found.Facts
		inductive(t, search, facts)
		goals := Facts{}
		for at, list := range facts {
			goals[at] = list[:min(1, len(list))]
		}
		needed := found.Needed(goals)
		for at, list := range goals {
			if len(needed[at]) < len(list) {
				t.Errorf("a goal is not among what it needs")
			}
		}
		inductive(t, search, needed)
	}
}

func inductive(t *testing.T, s *Search, facts Facts) {
	t.Helper()
	second := newAsker(t, s.encoder.program, "cvc5-pipe")
	for _, step := range s.encoder.steps {
		broken := s.encoder.terms.Not(s.encoder.terms.And(facts[step.to]...))
		path := append([]*term.Term{step.cond, s.encoder.terms.Substitute(broken, step.after)}, facts[step.from]...)
		if answer := second.AskAnywhere(path, nil, "inductive"); answer.Status != solver.Unsat {
			t.Errorf("not kept from block %d to block %d of %s: %v", step.from.Block, step.to.Block, step.to.Function.Name, answer.Status)
		}
	}
}

// TestWordsOfCallees: what a callee without loops reads and compares is among the words of its
// caller, over the arguments and without what is about the callee's own variables.
func TestWordsOfCallees(t *testing.T) {
	p := parse(t, `language "boogie"
entry main
global count (Array Int Int)
function main {
  local |main::i| Int
  block 0 ""
    |main::i| := 1
    goto true 1
  block 1 "loop"
    call push ((+ |main::i| 2))
    goto true 2 true 1 choice input 0 choice "*"
  block 2 ""
    return
}
function push {
  param |push::r| Int
  local |push::own| Int
  block 0 ""
    havoc |push::own| input 1 choice "own"
    goto true 1
  block 1 ""
    goto (< (select count |push::r|) 16) 2 (not (< (select count |push::r|) 16)) 3
  block 2 ""
    goto (< |push::own| 7) 4 (not (< |push::own| 7)) 3
  block 3 ""
    return
  block 4 ""
    return
}
`)
	main := p.Function("main")
	e := encode(p, main, forInvariants, func() bool { return false })
	words := e.vocabulary(main)
	b := p.Terms
	read := b.Select(p.Globals[0].Sym, b.Add(b.Var("main::i", b.Int()), b.IntConst(2)))
	if !slices.Contains(words.reads, read) {
		t.Errorf("%v is not among %v", read, words.reads)
	}
	if atom := b.Lt(read, b.IntConst(16)); !slices.Contains(words.atoms, atom) {
		t.Errorf("%v is not among %v", atom, words.atoms)
	}
	own := b.Var("push::own", b.Int())
	for _, word := range slices.Concat(words.atoms, words.reads) {
		if word.DependsOn(own) {
			t.Errorf("%v is about the callee's own variable", word)
		}
	}
}

// doubling doubles a number below a bound until it wraps around: then it is 0 for ever, which is below a bound only
// where that is positive.
const doubling = `language "c"
model "ILP32" 32 32 8
entry main
function main {
  local |main::z| (_ BitVec 8) signed
  local |main::k| (_ BitVec 8) signed
  block 0 ""
    havoc |main::k| input 1 uninitialized "k"
    |main::z| := #x01
    goto true 1
  block 1 "loop"
    goto (bvslt |main::z| |main::k|) 2 (not (bvslt |main::z| |main::k|)) 3
  block 2 ""
    |main::z| := (bvmul #x02 |main::z|)
    goto true 1
  block 3 ""
    goto (bvslt #x00 |main::z|) 4 (not (bvslt #x00 |main::z|)) 5
  block 4 ""
    return
  block 5 ""
    error "no longer positive"
}
`

// TestSignsOfCompared: that a number is positive or else its bound is takes a comparison with 0 that no text makes.
func TestSignsOfCompared(t *testing.T) {
	p := parse(t, doubling)
	main := p.Function("main")
	z, k := main.Variables()[0].Sym, main.Variables()[1].Sym
	head := headOf(t, main)
	observed := table{}
	for _, bound := range []int8{5, 100, -3} {
		for value, round := int8(1), 0; round < 12; value, round = 2*value, round+1 {
			vars := map[*term.Term]term.Value{z: term.BVValue(8, uint64(uint8(value))), k: term.BVValue(8, uint64(uint8(bound)))}
			observed[head] = append(observed[head], solver.NewModel(vars))
			if value >= bound {
				break
			}
		}
	}
	search := New(p, main, newAsker(t, p, ""), never)
	facts := search.Prove(Conditional, observed, never).Facts[head]
	zero := p.Terms.BVConst(8, 0)
	left := []*term.Term{p.Terms.Not(p.Terms.BVSlt(z, k)), p.Terms.Not(p.Terms.BVSlt(zero, z))}
	if newAsker(t, p, "").AskAnywhere(append(left, facts...), nil, "expect").Status != solver.Unsat {
		t.Errorf("the loop may be left with 0: %v", facts)
	}
}
