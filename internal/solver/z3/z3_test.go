//go:build cgo

package z3_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"yogi/internal/solver"
	"yogi/internal/solver/z3"
	"yogi/internal/term"
)

// TestLimitWhileAsserting: a limit that is over while a long path is asserted ends that, and what is asked afterwards
// has the right answer, whatever the path left behind.
func TestLimitWhileAsserting(t *testing.T) {
	b := term.NewBuilder()
	backend, err := z3.New(10 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	const width = 128
	var path []*term.Term
	for i := range 30 {
		x, y := b.Var(fmt.Sprintf("x%d", i), b.BV(width)), b.Var(fmt.Sprintf("x%d", i+1), b.BV(width))
		path = append(path, b.BVUlt(b.BVConst(width, uint64(i+2)), x), b.Eq(b.BVMul(x, y), b.BVConst(width, uint64(1000003+2*i))))
	}
	x := b.Var("x0", b.BV(width))
	for range 3 {
		if answer := backend.Check(context.Background(), solver.Query{Path: path, Timeout: time.Millisecond}); answer.Status == solver.Unsat {
			t.Fatalf("odd numbers have factors of any kind: %s", answer.Status)
		}
		small := append([]*term.Term{b.BVUlt(x, b.BVConst(width, 4))}, path[0])
		if answer := backend.Check(context.Background(), solver.Query{Path: small}); answer.Status != solver.Sat {
			t.Errorf("there is a number between 2 and 4: %s", answer.Status)
		}
		if answer := backend.Check(context.Background(), solver.Query{Path: append(small, b.Ne(x, b.BVConst(width, 3)))}); answer.Status != solver.Unsat {
			t.Errorf("there is no other: %s", answer.Status)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Millisecond, cancel)
	if answer := backend.Check(ended, solver.Query{Path: path}); answer.Status == solver.Unsat {
		t.Errorf("odd numbers have factors of any kind: %s", answer.Status)
	}
}
