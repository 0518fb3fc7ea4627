//go:build cgo

package z3

import (
	"context"
	"fmt"
	"testing"
	"time"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// TestLongPathIsLeftWhenTimeIsOver: a path of many conjuncts, each of which takes a moment, is not asserted to its end
// when the time of its query is over, and the next queries have the right answers.
func TestLongPathIsLeftWhenTimeIsOver(t *testing.T) {
	b := term.NewBuilder()
	var path []*term.Term
	for i := range 100_000 {
		path = append(path, b.BVUlt(b.Var(fmt.Sprintf("x%d", i), b.BV(32)), b.Var(fmt.Sprintf("y%d", i), b.BV(32))))
	}
	backend, err := New(10 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	s := &stack{solver: backend.newSolver(forPaths)}
	if answer := backend.ask(context.Background(), s, solver.Query{Path: path}, time.Millisecond); answer.Status != solver.Unknown {
		t.Fatalf("%s in a millisecond", answer.Status)
	}
	if len(s.path) > len(path)/2 {
		t.Errorf("%d of %d conjuncts were asserted in a millisecond", len(s.path), len(path))
	}
	backend.drop(s)
	askBoth(t, b, backend)
}

// TestInterruptBetweenSearches: an interrupt that comes when no search goes on has no bearing on the next queries.
func TestInterruptBetweenSearches(t *testing.T) {
	b := term.NewBuilder()
	backend, err := New(10 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	for range 3 {
		askBoth(t, b, backend)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		stop := backend.watch(ended, time.Hour)
		for !backend.over.Load() {
			time.Sleep(time.Millisecond)
		}
		backend.cut = stop()
	}
	askBoth(t, b, backend)
}

// askBoth asks two queries that differ in what one of them has in addition.
func askBoth(t *testing.T, b *term.Builder, backend *Backend) {
	t.Helper()
	x := b.Var("x", b.BV(32))
	between := []*term.Term{b.BVUlt(x, b.BVConst(32, 4)), b.BVUlt(b.BVConst(32, 2), x)}
	if answer := backend.Check(context.Background(), solver.Query{Path: between, StatusOnly: true}); answer.Status != solver.Sat {
		t.Errorf("there is a number between 2 and 4: %s", answer.Status)
	}
	other := append(between, b.Ne(x, b.BVConst(32, 3)))
	if answer := backend.Check(context.Background(), solver.Query{Path: other, StatusOnly: true}); answer.Status != solver.Unsat {
		t.Errorf("there is no other: %s", answer.Status)
	}
}
