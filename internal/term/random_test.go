package term_test

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

var everything = termtest.Options{Ints: true, Arrays: true, Floats: true, Functions: true}

var families = []termtest.Options{
	everything,
	{Widths: []int{3, 5, 8}},
	{Widths: []int{2, 4, 70}, Arrays: true},
	{Ints: true, Widths: []int{1}},
}

// TestLaws is the law of the package: the value before simplification is the value after.
func TestLaws(t *testing.T) {
	seeds := 150
	if testing.Short() {
		seeds = 30
	}
	for family, options := range families {
		for seed := range seeds {
			b := term.NewBuilder()
			g := termtest.New(b, uint64(seed), options)
			e := term.NewEvaluator()
			for step := range 150 {
				s := g.Next()
				if s.Term.Size() > 1<<20 {
					break
				}
				for n, want := range s.Values {
					got, err := e.Eval(s.Term, g.Assignment(n))
					if err != nil || !got.Equal(want) {
						text := "(large)"
						if s.Term.Size() < 5000 {
							text = s.Term.String()
						}
						t.Fatalf("family %d seed %d step %d: value %s, want %s, error %v\n%s", family, seed, step, got, want, err, text)
					}
				}
			}
		}
	}
}

// TestRoundTrip reads the text of random terms back.
func TestRoundTrip(t *testing.T) {
	for seed := range 60 {
		b := term.NewBuilder()
		g := termtest.New(b, uint64(seed), everything)
		f := b.Func("f", []*term.Sort{b.Int()}, b.Int())
		scope := func(name string) (*term.Term, *term.Func) {
			if name == "f" {
				return nil, f
			}
			for _, v := range g.Vars {
				if v.Term.Name() == name {
					return v.Term, nil
				}
			}
			return nil, nil
		}
		for range 60 {
			s := g.Next()
			if s.Term.Size() > 2000 {
				continue
			}
			text := s.Term.String()
			back, err := b.Parse(text, scope)
			if err != nil {
				t.Fatalf("seed %d: %v in\n%s", seed, err, text)
			}
			if back == s.Term {
				continue
			}
			// The constructors may simplify more the second time, but the meaning stays.
			e := term.NewEvaluator()
			for n, want := range s.Values {
				if got, err := e.Eval(back, g.Assignment(n)); err != nil || !got.Equal(want) {
					t.Fatalf("seed %d: value %s, want %s, error %v of\n%s\nread as\n%s", seed, got, want, err, text, back)
				}
			}
		}
	}
}

// TestSubstituteLaw: the value after substituting is the value under the changed assignment.
func TestSubstituteLaw(t *testing.T) {
	for seed := range 60 {
		b := term.NewBuilder()
		g := termtest.New(b, uint64(seed), everything)
		var samples []termtest.Sample
		for range 80 {
			if s := g.Next(); s.Term.Size() < 5000 {
				samples = append(samples, s)
			}
		}
		m := map[*term.Term]*term.Term{}
		changed := map[*term.Term]termtest.Sample{}
		for _, v := range g.Vars {
			for _, s := range samples {
				if s.Term.Sort() == v.Term.Sort() && g.Rand.IntN(3) == 0 {
					m[v.Term], changed[v.Term] = s.Term, s
					break
				}
			}
		}
		sub := b.NewSubstitution(m)
		e := term.NewEvaluator()
		for _, s := range samples {
			after := sub.Apply(s.Term)
			if after.Size() > 1<<18 {
				continue
			}
			for n := range termtest.Assignments {
				want, err1 := e.Eval(s.Term, override{g.Assignment(n), changed, n})
				got, err2 := e.Eval(after, g.Assignment(n))
				if err1 != nil || err2 != nil || !got.Equal(want) {
					t.Fatalf("seed %d: value %s, want %s (%v, %v)", seed, got, want, err1, err2)
				}
			}
		}
	}
}

type override struct {
	term.Assignment
	changed map[*term.Term]termtest.Sample
	n       int
}

func (o override) Lookup(v *term.Term) (term.Value, bool) {
	if s, ok := o.changed[v]; ok {
		return s.Values[o.n], true
	}
	return o.Assignment.Lookup(v)
}

// TestQuantifierLaw: where the evaluator decides a quantifier, no instance in a wide window says
// otherwise.
func TestQuantifierLaw(t *testing.T) {
	decided, window := 0, int64(1500)
	for seed := range 60 {
		b := term.NewBuilder()
		g := termtest.New(b, uint64(seed), termtest.Options{Ints: true, Arrays: true, Widths: []int{24}})
		e := term.NewEvaluator()
		for range 60 {
			body := g.Bool().Term
			for _, v := range g.Vars {
				kind := v.Term.Sort().Kind
				if kind != term.KindInt && kind != term.KindBV || !body.DependsOn(v.Term) || body.Size() > 3000 {
					continue
				}
				q := b.Forall([]*term.Term{v.Term}, body, nil)
				value, err := e.Eval(q, g.Assignment(0))
				if err != nil {
					continue
				}
				decided++
				for x := -window; x <= window && value.Bool(); x++ {
					instance := term.IntValue(x)
					if kind == term.KindBV { // around the values of the variables, and the ends
						near := g.Vars[g.Rand.IntN(len(g.Vars))].Values[0]
						instance = term.BVValue(24, near.Uint64()+uint64(x%5)+uint64(g.Rand.IntN(3))<<23)
					}
					got, err := e.Eval(body, oneValue{g.Assignment(0), v.Term, instance})
					if err != nil || !got.Bool() {
						t.Fatalf("seed %d: %s is not true at %s = %s", seed, q, v.Term, instance)
					}
				}
			}
		}
	}
	if decided < 100 {
		t.Errorf("only %d quantifiers decided", decided)
	}
}

type oneValue struct {
	term.Assignment
	v     *term.Term
	value term.Value
}

func (o oneValue) Lookup(v *term.Term) (term.Value, bool) {
	if v == o.v {
		return o.value, true
	}
	return o.Assignment.Lookup(v)
}

// TestSolveForLaw: the solution makes the equation true.
func TestSolveForLaw(t *testing.T) {
	solved := 0
	for seed := range 100 {
		b := term.NewBuilder()
		g := termtest.New(b, uint64(seed), termtest.Options{Ints: true, Widths: []int{4, 8}})
		e := term.NewEvaluator()
		for range 60 {
			cond := g.Bool().Term
			for _, v := range cond.Vars() {
				solution, ok := b.SolveFor(v, cond)
				if !ok {
					continue
				}
				solved++
				after := b.Substitute(cond, map[*term.Term]*term.Term{v: solution})
				for n := range termtest.Assignments {
					if got, err := e.Eval(after, g.Assignment(n)); err != nil || !got.Bool() || solution.DependsOn(v) {
						t.Fatalf("seed %d: %s is no solution of %s for %s", seed, solution, cond, v)
					}
				}
			}
		}
	}
	if solved < 100 {
		t.Errorf("only %d equations solved", solved)
	}
}
