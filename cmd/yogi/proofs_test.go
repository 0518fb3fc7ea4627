package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// TestProofsInterrupted: who interrupts the proofs of a project is told what there was until then.
func TestProofsInterrupted(t *testing.T) {
	for _, c := range []struct {
		proofs int // that are finished before
		json   bool
		want   string
	}{
		{2, false, "not checked: nan\n1 of 2 TRUE, 1 more not begun or not finished\n"},
		{0, false, ""},
		{2, true, ""},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		done := 0
		prove := func(context.Context, string) (proofLine, error) {
			if done == c.proofs {
				cancel()
				return proofLine{}, ctx.Err()
			}
			done++
			return proofLine{Proof: "p", Unchecked: []string{"nan"}, status: []int{0, 3}[done-1]}, nil
		}
		var out bytes.Buffer
		o := proofsOptions{json: c.json}
		if err := o.each(ctx, &out, []string{"a", "b", "c"}, prove); !errors.Is(err, context.Canceled) {
			t.Errorf("%d finished: %v", c.proofs, err)
		}
		lines := strings.SplitAfter(out.String(), "\n")
		if got := strings.Join(lines[c.proofs:], ""); got != c.want {
			t.Errorf("%d finished: %q, want %q", c.proofs, got, c.want)
		}
		cancel()
	}
}
