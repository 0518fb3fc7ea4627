package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"yogi/internal/term"
)

// Log wraps a solver: it counts, measures time, and writes each query to dir as an SMT-LIB file whose
// comments carry label, answer and time. An empty dir writes nothing.
func Log(inner Solver, stats *Stats, dir string) Solver {
	return &logger{inner: inner, stats: stats, dir: dir}
}

type logger struct {
	inner Solver
	stats *Stats
	dir   string
}

func (l *logger) Check(ctx context.Context, q Query) Answer {
	start := time.Now()
	a := l.inner.Check(ctx, q)
	took := time.Since(start)
	l.stats.count(a, took)
	if l.dir != "" {
		l.write(q, a, took, l.stats.Queries.Load())
	}
	return a
}

// write saves a query. A full disk must not change a verdict, so a failure is only lost output.
func (l *logger) write(q Query, a Answer, took time.Duration, number int64) {
	var w strings.Builder
	fmt.Fprintf(&w, "; label: %s\n; answer: %s\n; time: %s\n", strings.ReplaceAll(q.Label, "\n", " "), a.Status, took)
	if a.Reason != "" {
		fmt.Fprintf(&w, "; reason: %s\n", strings.ReplaceAll(a.Reason, "\n", " "))
	}
	if a.Status == Unsat {
		fmt.Fprintf(&w, "; core: %v of %d assumptions\n", a.Core, len(q.Assume))
	}
	w.WriteString(Script(q))
	name := filepath.Join(l.dir, fmt.Sprintf("q%06d.smt2", number))
	_ = os.WriteFile(name, []byte(w.String()), 0o644)
}

func (l *logger) Close() error { return l.inner.Close() }

// Script is a query as a complete SMT-LIB script. Assumptions are asserted too, each under a name a0,
// a1 and so on.
func Script(q Query) string {
	p := term.NewPrinter()
	var w strings.Builder
	w.WriteString("(set-option :produce-unsat-cores true)\n(set-logic ALL)\n")
	for _, t := range q.Path {
		text := p.Text(&w, t)
		fmt.Fprintf(&w, "(assert %s)\n", text)
	}
	for i, t := range q.Assume {
		text := p.Text(&w, t)
		fmt.Fprintf(&w, "(assert (! %s :named a%d))\n", text, i)
	}
	w.WriteString("(check-sat)\n")
	return w.String()
}

// Count wraps a backend and measures its share.
func Count(inner Solver, stats *Stats) Solver { return &counter{inner, stats} }

type counter struct {
	inner Solver
	stats *Stats
}

func (c *counter) Check(ctx context.Context, q Query) Answer {
	start := time.Now()
	a := c.inner.Check(ctx, q)
	c.stats.Backed.Add(1)
	c.stats.BackendNanoseconds.Add(int64(time.Since(start)))
	return a
}

func (c *counter) Close() error { return c.inner.Close() }
