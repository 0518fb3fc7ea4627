//go:build cgo

package z3

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestFresh: a solver without scopes that sees a query alone says what the one with the path on its stack says of it,
// its core is one of the query, and its model one of it.
func TestFresh(t *testing.T) {
	builder := term.NewBuilder()
	g := termtest.New(builder, 5, termtest.Options{Widths: []int{8}, Ints: true, Arrays: true, Functions: true})
	b, err := New(10 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	thread := deadline.KeepThread()
	defer thread.Release()
	r := rand.New(rand.NewPCG(3, 4))
	var pool []*term.Term
	for len(pool) < 60 {
		if c := g.Bool().Term; c.Size() < 300 {
			pool = append(pool, c, builder.Not(c))
		}
	}
	pick := func(n int) (out []*term.Term) {
		for range n {
			out = append(out, pool[r.IntN(len(pool))])
		}
		return out
	}
	eval, ctx := term.NewEvaluator(), context.Background()
	count := map[solver.Status]int{}
	for range 60 {
		q := solver.Query{Path: pick(1 + r.IntN(6)), Assume: pick(r.IntN(5))}
		want := b.Check(ctx, q)
		for _, tuned := range []tuning{asShipped, forPaths} {
			got := b.askFresh(ctx, q, tuned, time.Second)
			b.startAgain()
			if got.Status == solver.Unknown || want.Status == solver.Unknown {
				continue
			}
			count[got.Status]++
			if got.Status != want.Status {
				t.Errorf("%v, and %v with scopes, of %v", got.Status, want.Status, q)
			}
			switch got.Status {
			case solver.Sat:
				for _, terms := range [2][]*term.Term{q.Path, q.Assume} {
					if holds, _ := got.Model.Satisfies(eval, terms); !holds {
						t.Errorf("%v is no model of %v", got.Model, q)
					}
				}
			case solver.Unsat:
				core := solver.Query{Path: q.Path}
				for _, i := range got.Core {
					core.Assume = append(core.Assume, q.Assume[i])
				}
				if again := b.Check(ctx, core); again.Status == solver.Sat {
					t.Errorf("the core %v of %v can be true", got.Core, q)
				}
			}
		}
	}
	if count[solver.Sat] < 10 || count[solver.Unsat] < 10 {
		t.Errorf("%v answers", count)
	}
}
