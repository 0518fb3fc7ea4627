package randomc

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/sem/symbolic"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// shadow executes symbolically what a run does, along the same path.
type shadow struct {
	t       *testing.T
	terms   *term.Builder
	slots   *sem.Slots
	point   *symbolic.Point
	calls   []*symbolic.Point // at the call blocks of the open activations
	draws   []draw
	values  map[*term.Term]term.Value // what the run took for the symbols of the draws
	path    []condition
	machine *concrete.Machine // at the last step
	blocks  int
}

// draw is an input that the run took; symbol is nil for the target of a choice.
type draw struct {
	input  *ir.Input
	symbol *term.Term
	value  term.Value
}

// condition holds what a step of the path demands; draws were taken before it was.
type condition struct {
	term  *term.Term
	block *ir.Block
	at    string
	draws int
}

func newShadow(t *testing.T, p *ir.Program) *shadow {
	s := &shadow{t: t, terms: p.Terms, slots: sem.NewSlots(p), values: map[*term.Term]term.Value{}}
	globals := make([]*term.Term, len(p.Globals))
	for i, v := range p.Globals {
		globals[i] = s.terms.Const(term.ZeroValue(v.Sort))
	}
	if v := p.AllocCounter; v != nil {
		globals[v.Index] = s.terms.BVConst(v.Sort.Width, p.FirstFree)
	}
	s.point = sem.NewRoot(globals, s.zeros(p.Entry, nil))
	return s
}

func (s *shadow) zeros(f *ir.Function, args []*term.Term) []*term.Term {
	for _, v := range f.Variables()[len(args):] {
		args = append(args, s.terms.Const(term.ZeroValue(v.Sort)))
	}
	return args
}

func (s *shadow) demand(t *term.Term, b *ir.Block, what string) {
	if !t.IsTrue() {
		s.path = append(s.path, condition{t, b, fmt.Sprintf("%s, block %d, %s", b.Function.Name, b.Index, what), len(s.draws)})
	}
}

// execute runs the block that the machine has just run, and returns the symbolic machine after it.
func (s *shadow) execute(m *concrete.Machine, b *ir.Block) *symbolic.Machine {
	s.machine = m
	s.blocks++
	sm := &symbolic.Machine{Terms: s.terms, Slots: s.slots, Base: s.point}
	sm.Fresh = func(h *ir.Havoc) *term.Term {
		symbol := s.terms.Var(fmt.Sprintf("in!%d!%s", len(s.draws), h.Dst.Sort), h.Dst.Sort)
		value, ok := m.Lookup(h.Dst.Sym)
		if !ok || writesAfter(b, h) {
			s.t.Fatalf("the value of an input of %s is lost", b.Function.Name)
		}
		s.draws = append(s.draws, draw{h.Input, symbol, value})
		s.values[symbol] = value
		return symbol
	}
	sem.Execute[*term.Term](sm, b)
	for _, c := range sm.Conditions {
		s.demand(c.Term, b, fmt.Sprintf("instruction %d", c.Index))
	}
	return sm
}

// writesAfter reports whether the block assigns the target of h again.
func writesAfter(b *ir.Block, h *ir.Havoc) bool {
	after := b.Instructions[slices.Index(b.Instructions, ir.Instruction(h))+1:]
	return slices.ContainsFunc(after, func(i ir.Instruction) bool {
		switch i := i.(type) {
		case *ir.Assign:
			return i.Dst == h.Dst
		case *ir.Havoc:
			return i.Dst == h.Dst
		}
		return false
	})
}

// Step implements concrete.Observer.
func (s *shadow) Step(m *concrete.Machine, from *ir.Block, target int) {
	sm := s.execute(m, from)
	g := from.Terminator.(*ir.Goto)
	s.demand(sm.Eval(g.Targets[target].Guard), from, fmt.Sprintf("target %d", target))
	if g.Choice != nil {
		s.draws = append(s.draws, draw{input: g.Choice, value: term.IntValue(int64(target))})
	}
	s.point = s.point.Step(sm.GlobalWrites, sm.LocalWrites)
}

// Enter implements concrete.Observer.
func (s *shadow) Enter(m *concrete.Machine, call *ir.Block) {
	s.machine = m
	sm := &symbolic.Machine{Terms: s.terms, Slots: s.slots, Base: s.point}
	s.calls = append(s.calls, s.point)
	s.point = s.point.Enter(s.zeros(call.Call().Callee, sem.Bind[*term.Term](sm, call.Call())))
}

// Exit implements concrete.Observer: all variables of the activation and all globals have the run's values.
func (s *shadow) Exit(m *concrete.Machine, from *ir.Block) {
	sm := s.execute(m, from)
	s.point = s.point.Step(sm.GlobalWrites, sm.LocalWrites)
	for _, v := range append(from.Function.Variables(), m.Program.Globals...) {
		got, _ := sem.Value(s.slots, s.point, v.Sym)
		want, _ := m.Lookup(v.Sym)
		value, err := term.NewEvaluator().Eval(got, s)
		if err != nil || !value.Equal(want) {
			s.t.Fatalf("%s at the end of %s is %s, symbolically %s (%v)", v.Name, from.Function.Name, want, value, err)
		}
	}
}

// Leave implements concrete.Observer.
func (s *shadow) Leave(m *concrete.Machine, call *ir.Block) {
	s.machine = m
	before := s.calls[len(s.calls)-1]
	s.calls = s.calls[:len(s.calls)-1]
	sm := &symbolic.Machine{Terms: s.terms, Slots: s.slots, Base: before}
	results := call.Call().Callee.Results
	for i, dst := range call.Call().Results {
		if dst != nil {
			sm.Set(dst, s.point.Local(int32(results[i].Index)))
		}
	}
	s.point = s.point.Leave(before, sm.GlobalWrites, sm.LocalWrites)
}

// Lookup implements term.Assignment.
func (s *shadow) Lookup(v *term.Term) (term.Value, bool) {
	value, ok := s.values[v]
	return value, ok
}

// Apply implements term.Assignment.
func (s *shadow) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

// holds checks that the run satisfies what its path demands.
func (s *shadow) holds(seed int64) {
	for _, c := range s.path {
		if ok, err := term.NewEvaluator().Holds(c.term, s); err != nil || !ok {
			s.t.Fatalf("seed %d: the run does not satisfy its own path at %s: %v", seed, c.at, err)
		}
	}
}

// execute runs a program on a test, with a shadow.
func execute(t *testing.T, p *ir.Program, test *verdict.Test, seed int64) (*shadow, *concrete.Replayed) {
	t.Helper()
	s := newShadow(t, p)
	out, err := concrete.Run(p, test, concrete.Limits{Steps: maxSteps, Observer: s})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if out.Kind != concrete.Blocked {
		s.holds(seed)
	}
	return s, out
}

// TestSymbolicAgreesWithInterpreter: along the paths of random programs the symbolic state is the
// run's, and a model of the path up to any of its branches, and the other way there, is a test that
// goes exactly there. SEEDS=N tries so many programs.
func TestSymbolicAgreesWithInterpreter(t *testing.T) {
	programs := int64(6)
	if n, err := strconv.ParseInt(os.Getenv("SEEDS"), 10, 64); err == nil {
		programs = n
	}
	paths, models, blocked, none, unknown := 0, 0, 0, 0, 0
	for seed := int64(0); seed < programs; seed++ {
		model := []string{"LP64", "ILP32"}[seed%2]
		p, diagnostics, err := c.Load(context.Background(), c.Options{
			Volatile: "ordinary", DataModel: model, Units: []c.Unit{{File: "p.c", Source: []byte(Open(seed)), Reading: c.Reading{Defines: []string{"EXPECTED=0"}}}},
		})
		if err != nil || len(diagnostics) > 0 {
			t.Fatalf("seed %d: %v %v", seed, err, diagnostics.Err())
		}
		if p, err = load.Prepare(p, load.Job{Search: load.Search{}, DebugCheck: true}); err != nil {
			t.Fatal(err)
		}
		s, err := chain.New(p.Terms, solver.Config{})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewSource(seed))
		run, _ := execute(t, p, &verdict.Test{}, seed)
		paths++
		for try := 0; try < 6; try++ {
			var open []int // what the inputs decide
			for i, c := range run.path {
				if len(c.term.Vars()) > 0 {
					open = append(open, i)
				}
			}
			if len(open) == 0 {
				break
			}
			at := open[random.Intn(len(open))]
			query := solver.Query{Timeout: time.Second / 2}
			for _, c := range run.path[:at] {
				query.Path = append(query.Path, c.term)
			}
			query.Path = append(query.Path, p.Terms.Not(run.path[at].term))
			answer := s.Check(context.Background(), query)
			if answer.Status != solver.Sat {
				if answer.Status == solver.Unsat {
					none++
				} else {
					unknown++
				}
				continue
			}
			models++
			test := &verdict.Test{}
			for _, d := range run.draws[:run.path[at].draws] {
				value := d.value
				if d.symbol != nil {
					value, _ = answer.Model.Lookup(d.symbol)
				}
				test.Inputs = append(test.Inputs, verdict.InputValue{Input: d.input, Value: value})
			}
			other, out := execute(t, p, test, seed)
			paths++
			if out.Kind == concrete.Blocked {
				// Its last block was not executed to its end.
				blocked++
				if last := run.path[at].block; out.Block != last {
					t.Fatalf("seed %d: the run is blocked in block %d, not %d", seed, out.Block.Index, last.Index)
				}
				at = min(at, len(other.path))
			}
			sameUntil(t, seed, run, other, at)
			if out.Kind == concrete.Blocked {
				break
			}
			run = other
		}
		s.Close()
	}
	t.Logf("%d paths, %d models of other branches (%d at an assumption), %d branches without one, %d unknown", paths, models, blocked, none, unknown)
	if int64(models) < programs {
		t.Errorf("only %d models", models)
	}
}

// sameUntil checks that two runs went the same way up to a condition, and parted there.
func sameUntil(t *testing.T, seed int64, run, other *shadow, at int) {
	t.Helper()
	for i := range at {
		if i >= len(other.path) || other.path[i].term != run.path[i].term || other.path[i].at != run.path[i].at {
			t.Fatalf("seed %d: the model of a path goes another way at %s", seed, run.path[i].at)
		}
	}
	if at < len(other.path) && other.path[at].term == run.path[at].term {
		t.Fatalf("seed %d: the model of another way at %s goes the same way", seed, run.path[at].at)
	}
}
