package certify_test

import (
	"context"
	"strings"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// TestContradiction: that axioms contradict each other is believed only of those that do, the unused ones included.
func TestContradiction(t *testing.T) {
	const program = `language "boogie"
global c Int const
axiom (<= 1 c)
AXIOM
entry main
function main {
  block 0 "" 
    error "fails"
}
`
	for axiom, want := range map[string]bool{"axiom (<= c 0)": true, "axiom (<= c 1)": false, "axiom false": true} {
		p := load(t, strings.Replace(program, "AXIOM", axiom, 1))
		check := func() bool {
			options := certify.Options{Solver: backend(t, p, "cvc5-pipe")}
			return certify.Certificate(context.Background(), p, reread(t, p, &verdict.Certificate{Contradiction: true}), options) == nil
		}
		if check() != want {
			t.Errorf("%s: accepted is not %v", axiom, want)
		}
		p.UnusedAxioms = []ir.UnusedAxiom{{Fact: p.Terms.Ne(p.Globals[0].Sym, p.Globals[0].Sym)}, {}}
		if !check() {
			t.Errorf("%s: an unused axiom does not count", axiom)
		}
	}
}
