package chain

import (
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// exploration is a series of queries as a search makes them: a path that grows and falls back, with
// its last conjunct or some assumptions flipped.
func exploration(g *termtest.Generator, count int) []solver.Query {
	r := rand.New(rand.NewPCG(7, uint64(count)))
	var pool []*term.Term
	for len(pool) < 40 {
		if t := g.Bool().Term; t.Size() < 400 {
			pool = append(pool, t)
		}
	}
	literal := func() *term.Term {
		t := pool[r.IntN(len(pool))]
		if r.IntN(2) == 0 {
			return g.B.Not(t)
		}
		return t
	}
	var path []*term.Term
	var queries []solver.Query
	for len(queries) < count {
		switch r.IntN(4) {
		case 0:
			path = path[:len(path)-min(len(path), r.IntN(4))]
		case 1, 2:
			if len(path) < 12 {
				path = append(path[:len(path):len(path)], literal())
			}
		}
		q := solver.Query{Path: append([]*term.Term(nil), path...)}
		for range r.IntN(4) {
			q.Assume = append(q.Assume, literal())
		}
		queries = append(queries, q)
	}
	return queries
}

var families = map[string]termtest.Options{
	"bv":     {Widths: []int{1, 4, 8}},
	"arrays": {Widths: []int{4, 8}, Arrays: true},
	"floats": {Widths: []int{4}, Floats: true, SmallFloats: true},
	"ints":   {Widths: []int{1}, Ints: true, Functions: true, Arrays: true},
}

// checkCore asks whether the core alone is unsatisfiable.
func checkCore(t *testing.T, raw solver.Solver, q solver.Query, core []int) {
	t.Helper()
	small := solver.Query{Path: q.Path}
	for _, i := range core {
		small.Assume = append(small.Assume, q.Assume[i])
	}
	if a := raw.Check(context.Background(), small); a.Status == solver.Sat {
		t.Errorf("core %v is satisfiable", core)
	}
}

// TestAgreement: no two backends, and no choice of layers, disagree on what they both decide; every
// core is one. That models are models is checked inside the chain.
func TestAgreement(t *testing.T) {
	const seed = 3
	queries := 60
	if testing.Short() {
		queries = 20
	}
	chains := map[string]solver.Config{
		"pipe": {Backend: "z3-pipe", Layers: "none"}, "cvc5": {Backend: "cvc5-pipe", Layers: "none"},
		"bitwuzla": {Backend: "bitwuzla-pipe", Layers: "none"}, "race": {Race: true},
		"all": {}, "shortcut": {Layers: "shortcut"}, "cache": {Layers: "cache"}, "model": {Layers: "model"},
	}
	for name, options := range families {
		t.Run(name, func(t *testing.T) {
			b := term.NewBuilder()
			g := termtest.New(b, seed, options)
			raw := open(t, b, solver.Config{Layers: "none"})
			others := map[string]solver.Solver{}
			for n, cfg := range chains {
				cfg.Timeout = 2 * time.Second
				if s, err := New(b, cfg); err == nil { // a solver that is not installed is not asked
					t.Cleanup(func() { s.Close() })
					others[n] = s
				}
			}
			decided := map[solver.Status]int{}
			for i, q := range exploration(g, queries) {
				want := raw.Check(context.Background(), q)
				decided[want.Status]++
				for n, s := range others {
					got := s.Check(context.Background(), q)
					if strings.Contains(got.Reason, "model check") || strings.Contains(got.Reason, "error") && !strings.Contains(got.Reason, "support") {
						t.Errorf("query %d: %s says %s", i, n, got.Reason)
					}
					if got.Status == solver.Unknown || want.Status == solver.Unknown {
						continue
					}
					if got.Status != want.Status {
						t.Errorf("query %d: %s says %s, the backend %s\n%s", i, n, got.Status, want.Status, solver.Script(q))
					}
					if got.Status == solver.Unsat {
						checkCore(t, raw, q, got.Core)
					}
				}
			}
			if decided[solver.Sat] == 0 || decided[solver.Unsat] == 0 {
				t.Errorf("one-sided series: %v", decided)
			}
			t.Log(decided)
		})
	}
}

// TestInterrupt: a query that is too hard ends in time, by deadline and by cancellation, and the next
// one works.
func TestInterrupt(t *testing.T) {
	for _, backend := range backends {
		t.Run(backend, func(t *testing.T) {
			b := term.NewBuilder()
			s := open(t, b, solver.Config{Backend: backend})
			x, y := b.Var("x", b.BV(64)), b.Var("y", b.BV(64))
			product, _ := new(big.Int).SetString("5a3f9c17b2e84d6190c7a5e3d1f28b47", 16)
			hard := b.Eq(b.BVMul(b.ZeroExt(64, x), b.ZeroExt(64, y)), b.BVBig(128, product))
			q := solver.Query{Path: []*term.Term{hard}, Assume: []*term.Term{b.BVUlt(b.BVConst(64, 1), x), b.BVUlt(b.BVConst(64, 1), y)}, Timeout: 300 * time.Millisecond}
			start := time.Now()
			if a := s.Check(context.Background(), q); a.Status != solver.Unknown || a.Reason == "" {
				t.Errorf("got %s (%s)", a.Status, a.Reason)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
			defer cancel()
			q.Timeout = time.Minute
			if a := s.Check(ctx, q); a.Status != solver.Unknown {
				t.Errorf("got %s (%s)", a.Status, a.Reason)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
			if a := s.Check(context.Background(), solver.Query{Path: []*term.Term{b.BVUlt(x, y)}}); a.Status != solver.Sat {
				t.Errorf("next query: %s (%s)", a.Status, a.Reason)
			}
		})
	}
}

// TestLeak asks many queries of one in-process backend and watches the process grow: 5,000, or as many as QUERIES says.
func TestLeak(t *testing.T) {
	count := 5000
	if testing.Short() {
		count = 500
	}
	if n, err := strconv.Atoi(os.Getenv("QUERIES")); err == nil {
		count = n
	}
	b := term.NewBuilder()
	g := termtest.New(b, 5, termtest.Options{Widths: []int{4, 8}, Arrays: true})
	s := open(t, b, solver.Config{Layers: "none", Timeout: 500 * time.Millisecond})
	queries := exploration(g, 500)
	ask := func(n int) {
		for i := range n {
			s.Check(context.Background(), queries[i%len(queries)])
		}
	}
	ask(len(queries))
	before := residentPages(t)
	ask(count)
	runtime.GC()
	if grown := (residentPages(t) - before) * 4 / 1024; grown > 100 {
		t.Errorf("grew by %d MB in %d queries", grown, count)
	} else {
		t.Logf("grew by %d MB in %d queries", grown, count)
	}
}
