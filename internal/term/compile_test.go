package term_test

import (
	"slices"
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestCompiled compiles random terms, several into one piece of code with assignments between them, and
// runs it in every assignment: the values are those that the generator and the Evaluator say.
func TestCompiled(t *testing.T) {
	seeds := 150
	if testing.Short() {
		seeds = 30
	}
	for family, options := range families {
		for seed := range seeds {
			g := termtest.New(term.NewBuilder(), uint64(seed), options)
			for step := range 30 {
				batch := make([]termtest.Sample, 5)
				for i := range batch {
					batch[i] = g.Next()
				}
				if batch[4].Term.Size() > 1<<16 {
					break
				}
				checkCompiled(t, g, batch, family, seed, step)
			}
		}
	}
}

// bank is a state whose variables are those of a generator, then one result for each sample.
type bank struct {
	variables []*term.Term
	values    []term.Value
}

func (b *bank) Lookup(v *term.Term) (term.Value, bool) {
	for i, w := range b.variables {
		if v == w {
			return b.values[i], true
		}
	}
	return term.Value{}, false
}

type withFunctions struct {
	*bank
	functions term.Assignment
}

func (w withFunctions) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return w.functions.Apply(f, args)
}

func checkCompiled(t *testing.T, g *termtest.Generator, batch []termtest.Sample, family, seed, step int) {
	t.Helper()
	state := &bank{}
	for _, v := range g.Vars {
		state.variables = append(state.variables, v.Term)
	}
	for i, s := range batch {
		state.variables = append(state.variables, g.B.Var("result"+string(rune('0'+i))+s.Term.Sort().String(), s.Term.Sort()))
	}
	c := term.NewCompiler(func(v *term.Term) (term.Place, bool) {
		for i, w := range state.variables {
			if v == w {
				return term.Place{Bank: 1, Index: int32(i)}, true
			}
		}
		return term.Place{}, false
	})
	for i, s := range batch {
		c.Assign(state.variables[len(g.Vars)+i], c.Eval(s.Term))
	}
	// the first variable changes: the last sample is evaluated before and after
	last := batch[len(batch)-1].Term
	before := c.Eval(last)
	c.Stop(0)
	middle := c.Next()
	c.Assign(g.Vars[0].Term, c.Eval(g.B.Not(g.Vars[0].Term)))
	after := c.Eval(last)
	code := c.Code()
	for n := range batch[0].Values {
		state.values = state.values[:0]
		for i, v := range state.variables {
			if i < len(g.Vars) {
				state.values = append(state.values, g.Vars[i].Values[n])
			} else {
				state.values = append(state.values, term.ZeroValue(v.Sort()))
			}
		}
		a := withFunctions{state, g.Assignment(n)}
		r := &term.Registers{Evaluator: term.NewEvaluator(), Assignment: a}
		r.SetBank(1, state.values)
		r.Use(code)
		if _, err := code.Run(r, 0); err != nil {
			t.Fatal(err)
		}
		for i, s := range batch {
			if got := state.values[len(g.Vars)+i]; !got.Equal(s.Values[n]) {
				t.Fatalf("family %d seed %d step %d sample %d: %s, want %s\n%s", family, seed, step, i, got, s.Values[n], s.Term)
			}
		}
		if got := r.Get(before); !got.Equal(batch[len(batch)-1].Values[n]) {
			t.Fatalf("family %d seed %d step %d: again %s\n%s", family, seed, step, got, last)
		}
		if _, err := code.Run(r, middle); err != nil {
			t.Fatal(err)
		}
		want, err := term.NewEvaluator().Eval(last, a)
		if got := r.Get(after); err != nil || !got.Equal(want) {
			t.Fatalf("family %d seed %d step %d: after the assignment %s, want %s, %v\n%s", family, seed, step, got, want, err, last)
		}
	}
}

// TestCompiledAssignments runs random assignments one after another, arrays being changed in place, and compares the
// state with what the Evaluator makes of them one by one.
func TestCompiledAssignments(t *testing.T) {
	seeds := 600
	if testing.Short() {
		seeds = 100
	}
	for family, options := range families {
		options.Functions = false
		for seed := range seeds {
			g := termtest.New(term.NewBuilder(), uint64(seed), options)
			checkAssignments(t, g, family, seed)
		}
	}
}

// twoBanks is a state in two banks: variables at even places of the list are in bank 0.
type twoBanks struct {
	places    map[*term.Term]term.Place
	banks     [2][]term.Value
	registers *term.Registers // nil: nothing is changed in place
}

func (s *twoBanks) Lookup(v *term.Term) (term.Value, bool) {
	p, ok := s.places[v]
	switch {
	case !ok:
		return term.Value{}, false
	case s.registers != nil && p.Bank == 0:
		return s.registers.Freeze(p.Index), true
	}
	return s.banks[p.Bank][p.Index], true
}

func (s *twoBanks) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

func newTwoBanks(g *termtest.Generator, n int) *twoBanks {
	s := &twoBanks{places: map[*term.Term]term.Place{}}
	for i, v := range g.Vars {
		bank := i % 2
		s.places[v.Term] = term.Place{Bank: bank, Index: int32(len(s.banks[bank]))}
		s.banks[bank] = append(s.banks[bank], v.Values[n])
	}
	return s
}

// checkAssignments compiles twenty assignments of terms that share subterms.
func checkAssignments(t *testing.T, g *termtest.Generator, family, seed int) {
	t.Helper()
	var samples []*term.Term
	for len(samples) < 60 {
		if s := g.Next().Term; s.Size() < 1<<12 {
			samples = append(samples, s)
		} else {
			return
		}
	}
	type assignment struct{ to, value *term.Term }
	var list []assignment
	for range 200 {
		to, value := g.Vars[g.Rand.IntN(len(g.Vars))].Term, samples[g.Rand.IntN(len(samples))]
		if to.Sort() == value.Sort() && len(list) < 20 {
			list = append(list, assignment{to, value})
		}
	}
	want, got := newTwoBanks(g, 0), newTwoBanks(g, 0)
	c := term.NewCompiler(func(v *term.Term) (term.Place, bool) {
		p, ok := want.places[v]
		return p, ok
	})
	for _, a := range list {
		value, err := term.NewEvaluator().Eval(a.value, want)
		if err != nil {
			t.Fatal(err)
		}
		p := want.places[a.to]
		want.banks[p.Bank][p.Index] = value
		if !c.Update(a.to, a.value) {
			c.Assign(a.to, c.Eval(a.value))
		}
	}
	code := c.Code()
	got.registers = &term.Registers{Evaluator: term.NewEvaluator(), Assignment: got}
	got.registers.SetBank(0, got.banks[0])
	got.registers.SetBank(1, got.banks[1])
	got.registers.Use(code)
	if _, err := code.Run(got.registers, 0); err != nil {
		t.Fatal(err)
	}
	for _, v := range g.Vars {
		x, _ := got.Lookup(v.Term)
		y, _ := want.Lookup(v.Term)
		if !x.Equal(y) {
			t.Fatalf("family %d seed %d: %s is %s, want %s, after %v", family, seed, v.Term, x, y, list)
		}
	}
}

// TestWordAtTwoWidths: a word that was extended with zeros is where the word is, and goes with it when that changes.
func TestWordAtTwoWidths(t *testing.T) {
	b := term.NewBuilder()
	x, y, u := b.Var("x", b.BV(8)), b.Var("y", b.BV(8)), b.Var("u", b.BV(8))
	first, second := b.Var("first", b.BV(16)), b.Var("second", b.BV(16))
	s := &bank{variables: []*term.Term{x, y, u, first, second}, values: []term.Value{
		term.BVValue(8, 200), term.BVValue(8, 50), term.BVValue(8, 0), term.BVValue(16, 0), term.BVValue(16, 0),
	}}
	c := term.NewCompiler(func(v *term.Term) (term.Place, bool) {
		return term.Place{Bank: 1, Index: int32(slices.Index(s.variables, v))}, true
	})
	sum := b.BVAdd(x, y)
	for _, a := range [][2]*term.Term{{u, sum}, {first, b.ZeroExt(8, sum)}, {u, b.BVConst(8, 5)}, {second, b.ZeroExt(8, sum)}} {
		c.Assign(a[0], c.Eval(a[1]))
	}
	code := c.Code()
	r := &term.Registers{}
	r.SetBank(1, s.values)
	r.Use(code)
	if _, err := code.Run(r, 0); err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint64{200, 50, 5, 250, 250} {
		if got := s.values[i].Uint64(); got != want {
			t.Errorf("%s is %d, want %d", s.variables[i], got, want)
		}
	}
}
