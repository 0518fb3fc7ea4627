package confirm

import (
	"fmt"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// twoChoices fails where a condition over two choices of the compiler holds.
const twoChoices = `language "c"
model "LP64" 64 64 32
entry main
function main {
  local a Bool
  local b Bool
  block 0 ""
    havoc a input 1 unspecified "first"
    havoc b input 2 unspecified "second"
    goto %[1]s 1 (not %[1]s) 2
  block 1 ""
    error "failed"
  block 2 ""
    return
}
`

// TestChoicesOfOneBit: each way to choose has to fail, not only the one at hand, its contrary and none.
func TestChoicesOfOneBit(t *testing.T) {
	for condition, want := range map[string]bool{
		"(not (and a b))":                 true, // fails by (1, 0), (0, 1) and (0, 0)
		"(or a (not b))":                  true,
		"(or a b (not a))":                false,
		"(= (and a b) (and b (and a b)))": false,
	} {
		program, err := ir.Parse(fmt.Sprintf(twoChoices, condition), term.NewBuilder())
		if err != nil {
			t.Fatal(err)
		}
		test := &verdict.Test{}
		inputs := map[int]*ir.Input{}
		for _, f := range program.Functions {
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					if h, ok := i.(*ir.Havoc); ok {
						inputs[h.Input.ID] = h.Input
					}
				}
			}
		}
		test.Inputs = []verdict.InputValue{{Input: inputs[1], Value: term.BoolValue(true)}, {Input: inputs[2], Value: term.BoolValue(false)}}
		if got := choicesMatter(t.Context(), program, test); got != want {
			t.Errorf("%s: the choices matter: %v", condition, got)
		}
	}
}
