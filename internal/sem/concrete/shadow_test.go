package concrete_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
)

// shadow executes every step of a run again, with package sem's instructions over values and the
// Evaluator, and compares.
type shadow struct {
	t       *testing.T
	rand    *rand.Rand
	slots   *sem.Slots
	globals []term.Value
	locals  [][]term.Value
	inputs  []term.Value // of the block in execution
	eval    *term.Evaluator
	steps   int
	written map[*ir.Variable]bool
}

func (s *shadow) Lookup(sym *term.Term) (term.Value, bool) {
	index, global, ok := s.slots.Of(sym)
	switch {
	case !ok:
		return term.Value{}, false
	case global:
		return s.globals[index], true
	}
	return s.top()[index], true
}

func (s *shadow) Apply(f *term.Func, _ []term.Value) (term.Value, bool) {
	return term.ZeroValue(f.Result), true
}

func (s *shadow) top() []term.Value { return s.locals[len(s.locals)-1] }

func (s *shadow) Eval(t *term.Term) term.Value {
	v, err := s.eval.Eval(t, s)
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

func (s *shadow) Set(v *ir.Variable, value term.Value) {
	s.written[v] = true
	if v.Kind == ir.Global {
		s.globals[v.Index] = value
	} else {
		s.top()[v.Index] = value
	}
}

func (s *shadow) Assume(_ *ir.Block, _ int, cond term.Value) bool { return cond.Bool() }

// shadowMachine is the shadow as a sem.Machine; its inputs are those that the run was given.
type shadowMachine struct{ *shadow }

func (s shadowMachine) Input(*ir.Block, int, *ir.Havoc) term.Value {
	v := s.inputs[0]
	s.inputs = s.inputs[1:]
	return v
}

// Input implements concrete.Source.
func (s *shadow) Input(_ *concrete.Machine, _ *ir.Block, _ int, h *ir.Havoc) term.Value {
	v := term.ZeroValue(h.Dst.Sort)
	switch h.Dst.Sort.Kind {
	case term.KindBV:
		v = term.BVValue(h.Dst.Sort.Width, s.rand.Uint64N(200)-2)
	case term.KindInt:
		v = term.IntValue(s.rand.Int64N(6) - 2)
	case term.KindBool:
		v = term.BoolValue(s.rand.IntN(2) == 0)
	}
	s.inputs = append(s.inputs, v)
	return v
}

// Choose implements concrete.Source.
func (s *shadow) Choose(_ *concrete.Machine, _ *ir.Block, _ *ir.Goto, enabled []int) int {
	return enabled[s.rand.IntN(len(enabled))]
}

func (s *shadow) execute(b *ir.Block) {
	s.steps++
	s.written = map[*ir.Variable]bool{}
	if at := sem.Execute[term.Value](shadowMachine{s}, b); at >= 0 {
		s.t.Fatalf("block %d of %s is blocked at %d", b.Index, b.Function.Name, at)
	}
}

func (s *shadow) compare(m *concrete.Machine, b *ir.Block) {
	s.t.Helper()
	for i, v := range s.globals {
		if !v.Equal(m.Global(i)) {
			s.t.Fatalf("after block %d of %s: %s is %s, want %s", b.Index, b.Function.Name, m.Program.Globals[i].Name, m.Global(i), v)
		}
	}
	for i, v := range s.top() {
		if !v.Equal(m.Frame().Locals[i]) {
			s.t.Fatalf("after block %d of %s: %s is %s, want %s", b.Index, b.Function.Name, m.Frame().Function.Variables()[i].Name, m.Frame().Locals[i], v)
		}
	}
}

func (s *shadow) compareWrites(m *concrete.Machine, b *ir.Block) {
	s.t.Helper()
	if n := len(m.GlobalWrites()) + len(m.LocalWrites()); n != len(s.written) {
		s.t.Fatalf("block %d of %s: %d writes, want %d", b.Index, b.Function.Name, n, len(s.written))
	}
	for _, w := range m.GlobalWrites() {
		if !s.globals[w.Index].Equal(w.Value) {
			s.t.Fatalf("block %d of %s: a wrong write", b.Index, b.Function.Name)
		}
	}
	for _, w := range m.LocalWrites() {
		if !s.top()[w.Index].Equal(w.Value) {
			s.t.Fatalf("block %d of %s: a wrong write", b.Index, b.Function.Name)
		}
	}
}

// Step implements concrete.Observer.
func (s *shadow) Step(m *concrete.Machine, from *ir.Block, target int) {
	s.execute(from)
	g := from.Terminator.(*ir.Goto)
	for i := range g.Targets[:target] {
		if g.Choice == nil && s.Eval(g.Targets[i].Guard).Bool() {
			s.t.Fatalf("block %d of %s leaves by target %d, not %d", from.Index, from.Function.Name, target, i)
		}
	}
	if !s.Eval(g.Targets[target].Guard).Bool() {
		s.t.Fatalf("block %d of %s leaves by target %d, whose guard is false", from.Index, from.Function.Name, target)
	}
	s.compare(m, from)
	s.compareWrites(m, from)
}

// Enter implements concrete.Observer.
func (s *shadow) Enter(m *concrete.Machine, call *ir.Block) {
	args := sem.Bind[term.Value](shadowMachine{s}, call.Call())
	var locals []term.Value
	for i, v := range call.Call().Callee.Variables() {
		if i < len(args) {
			locals = append(locals, args[i])
		} else {
			locals = append(locals, term.ZeroValue(v.Sort))
		}
	}
	s.locals = append(s.locals, locals)
	s.compare(m, call)
}

// Exit implements concrete.Observer.
func (s *shadow) Exit(m *concrete.Machine, from *ir.Block) {
	s.execute(from)
	s.compare(m, from)
	s.compareWrites(m, from)
}

// Leave implements concrete.Observer.
func (s *shadow) Leave(m *concrete.Machine, call *ir.Block) {
	callee := s.top()
	s.locals = s.locals[:len(s.locals)-1]
	s.written = map[*ir.Variable]bool{}
	for i, result := range call.Call().Results {
		if result != nil {
			s.Set(result, callee[call.Call().Callee.Results[i].Index])
		}
	}
	s.compare(m, call)
	s.compareWrites(m, call)
}

// TestCompiledBlocks runs programs with random inputs; a shadow checks every step.
func TestCompiledBlocks(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := load(t, file)
			slots := sem.NewSlots(p)
			for seed := range uint64(200) {
				s := &shadow{t: t, rand: rand.New(rand.NewPCG(seed, 1)), slots: slots, eval: term.NewEvaluator()}
				m := concrete.New(p, slots, s)
				s.globals = append(s.globals, m.Globals()...)
				s.locals = append(s.locals, append([]term.Value(nil), m.Frame().Locals...))
				if _, err := m.Run(s, 500, nil); err != nil {
					t.Fatal(err)
				}
				if s.steps == 0 {
					t.Fatal("no step was taken")
				}
			}
		})
	}
}

// TestUnobserved compares runs that nobody observes, whose plain blocks run in one piece, with observed
// ones: same end, same state, for every number of steps.
func TestUnobserved(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := load(t, file)
			slots := sem.NewSlots(p)
			for steps := int64(250); steps < 900; steps += 3 {
				run := func(observer concrete.Observer) (*concrete.Machine, *concrete.Outcome) {
					source := &shadow{rand: rand.New(rand.NewPCG(uint64(steps), 2))}
					m := concrete.New(p, slots, source)
					out, err := m.Run(observer, steps, nil)
					if err != nil {
						t.Fatal(err)
					}
					return m, out
				}
				one, end := run(nil)
				two, want := run(idle{})
				if *end != *want || one.Frame().Block != two.Frame().Block || len(one.Frames) != len(two.Frames) {
					t.Fatalf("after %d steps: %+v, want %+v", steps, end, want)
				}
				equalValues(t, one.Globals(), two.Globals())
				equalValues(t, one.Frame().Locals, two.Frame().Locals)
			}
		})
	}
}

func equalValues(t *testing.T, got, want []term.Value) {
	t.Helper()
	for i, v := range want {
		if !got[i].Equal(v) {
			t.Fatalf("variable %d is %s, want %s", i, got[i], v)
		}
	}
}

// idle observes without doing anything.
type idle struct{}

func (idle) Step(*concrete.Machine, *ir.Block, int) {}
func (idle) Enter(*concrete.Machine, *ir.Block)     {}
func (idle) Exit(*concrete.Machine, *ir.Block)      {}
func (idle) Leave(*concrete.Machine, *ir.Block)     {}

func load(t testing.TB, file string) *ir.Program {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Parse(string(text), term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}
