package term_test

import (
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
