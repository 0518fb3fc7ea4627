package interproc_test

import (
	"strings"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/verdict"
)

// nested adds two to a byte in each of some calls that nest. What the innermost one calls is left to fill in.
const nested = `language "c"
model "ILP32" 32 32 12
entry main
global g (_ BitVec 8)
function main {
  block 0 ""
    g := #x00
    goto true 1
  block 1 ""
    call first ()
    goto (= g #x07) 2 (not (= g #x07)) 3
  block 2 ""
    error "seven"
  block 3 ""
    return
}
function first {
  block 0 ""
    call second ()
    goto true 1
  block 1 ""
    g := (bvadd g #x02)
    return
}
function second {
  block 0 ""
    call third ()
    goto true 1
  block 1 ""
    g := (bvadd g #x02)
    return
}
function third {
  block 0 ""
    goto (= g #x00) 1 (not (= g #x00)) 3
  block 1 ""
    g := (bvadd g #x02)
    goto true 2
  block 2 ""
    call INNERMOST ()
    goto true 3
  block 3 ""
    return
}
function last {
  block 0 ""
    return
}
`

// TestDepth: only calls of functions that call themselves, directly or not, are bounded.
func TestDepth(t *testing.T) {
	for _, c := range []struct {
		innermost string
		depth     int // that is followed
		want      verdict.Kind
	}{
		{"last", 1, verdict.Pass},
		{"third", 1, verdict.Unknown},
		{"second", 2, verdict.Unknown},
	} {
		options := interproc.Options{MaxDepth: c.depth, Check: true, Features: feature.Set{}.Without(feature.Invariants)}
		p, answer := checkWith(t, strings.ReplaceAll(nested, "INNERMOST", c.innermost), options)
		confirm(t, p, answer)
		if answer.Kind != c.want || answer.Kind == verdict.Unknown && answer.Reason != verdict.Recursion {
			t.Errorf("%s called by third, calls followed %d deep: %s %s %s", c.innermost, c.depth, answer.Kind, answer.Reason, answer.Detail)
		}
	}
}
