package certify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"yogi/internal/certify"
	"yogi/internal/verdict"
)

// pointers is DASH Figure 5 over one map of bytes: n pointers that differ from p are written, then p.
func pointers(n int) string {
	var w strings.Builder
	w.WriteString("model \"ILP32\" 32 32 12\nglobal M (Array (_ BitVec 32) (_ BitVec 8))\nentry main\nfunction main {\n")
	w.WriteString("  local |main::p| (_ BitVec 32)\n")
	for i := range n {
		fmt.Fprintf(&w, "  local |main::p%d| (_ BitVec 32)\n", i)
	}
	w.WriteString("  block 0 \"\"\n    havoc |main::p| input 0 nondet \"n\" type \"int*\"\n")
	for i := range n {
		fmt.Fprintf(&w, "    havoc |main::p%d| input %d nondet \"n\" type \"int*\"\n", i, i+1)
	}
	end := 2*n + 2 // of the function; the error is behind it
	w.WriteString("    goto true 1\n")
	for i := range n {
		fmt.Fprintf(&w, "  block %d \"\"\n    goto (= |main::p| |main::p%d|) %d (not (= |main::p| |main::p%d|)) %d\n", i+1, i, end, i, i+2)
	}
	fmt.Fprintf(&w, "  block %d \"\"\n", n+1)
	for i := range n {
		fmt.Fprintf(&w, "    M := (store M |main::p%d| #x00)\n", i)
	}
	fmt.Fprintf(&w, "    M := (store M |main::p| #x01)\n    goto true %d\n", n+2)
	for i := range n {
		fmt.Fprintf(&w, "  block %d \"\"\n    goto (= (select M |main::p%d|) #x01) %d (not (= (select M |main::p%d|) #x01)) %d\n", n+2+i, i, end+1, i, n+3+i)
	}
	fmt.Fprintf(&w, "  block %d \"\"\n    return\n  block %d \"\"\n    error \"aliased\"\n}\n", end, end+1)
	return w.String()
}

// TestScale: the work grows with the size of the certificate.
func TestScale(t *testing.T) {
	sizes := []int{2, 8}
	if !testing.Short() {
		sizes = append(sizes, 16)
	}
	for _, n := range sizes {
		p := load(t, pointers(n))
		answer := prove(t, p)
		if answer.Kind != verdict.Pass {
			t.Fatalf("%d pointers: %s %s %s", n, answer.Kind, answer.Reason, answer.Detail)
		}
		var counts certify.Counts
		began := time.Now()
		if err := certify.Certificate(context.Background(), p, answer.Certificate, certify.Options{Solver: backend(t, p, "cvc5-pipe"), Counts: &counts}); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d pointers: %+v, %v; %d regions", n, counts, time.Since(began), answer.Statistics.Regions)
		if blocks := len(p.Entry.Blocks); counts.Queries > 2*blocks {
			t.Errorf("%d queries for %d blocks", counts.Queries, blocks)
		}
	}
}
