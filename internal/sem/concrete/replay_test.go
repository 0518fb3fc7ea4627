package concrete_test

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestStartsAsItSays: a test in which a cell of a range starts as anything else is none of the
// program, whatever it says of the rest.
func TestStartsAsItSays(t *testing.T) {
	for name, test := range map[string]struct {
		value                 string // of the range
		rest, first, last     uint64 // what the test says of other cells, and of those of the range
		whole, none, accepted bool   // it says something of all cells of the range, or nothing of any
	}{
		"zero":                      {value: "0", whole: true, accepted: true},
		"one is not zero":           {value: "0", last: 1, whole: true},
		"the rest is not zero":      {value: "0", rest: 1},
		"the rest is none of it":    {value: "0", rest: 1, whole: true, accepted: true},
		"seven":                     {value: "7", first: 7, last: 7, whole: true, accepted: true},
		"seven by itself":           {value: "7", none: true, accepted: true},
		"one is not seven":          {value: "7", first: 7, whole: true},
		"the rest is not seven":     {value: "7", first: 7},
		"the rest is seven as well": {value: "7", rest: 7, first: 7, accepted: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := ir.MustParse(`language "c"
model "ILP32" 32 32 12
global M (Array (_ BitVec 32) (_ BitVec 32)) memory 32 1 "int"
range M 4096 4104 4 `+test.value+`
entry main
function main {
  block 0 ""
    return
}
`, term.NewBuilder())
			word := func(n uint64) term.Value { return term.BVValue(32, n) }
			cells := term.NewArrayValue(p.Globals[0].Sort, word(test.rest)).Store(word(4096), word(test.first))
			if test.whole {
				cells = cells.Store(word(4100), word(test.last))
			}
			given := &verdict.Test{}
			if !test.none {
				given.Globals = []verdict.GlobalValue{{Variable: p.Globals[0], Value: term.ArrayVal(cells)}}
			}
			if _, err := concrete.Run(p, given, concrete.Limits{}); (err == nil) != test.accepted {
				t.Errorf("the test is rejected: %v", err)
			}
		})
	}
}
