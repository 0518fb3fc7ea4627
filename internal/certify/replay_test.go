package certify_test

import (
	"context"
	"errors"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

const guess = `
global g (_ BitVec 8)
global K Int const
global M (Array Int Int)
initial (bvult g #x10)
initial (forall ((i Int)) (=> (< 0 i) (= (select M i) 7)))
entry main
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 nondet "n" type "int"
    goto (= |main::x| (bvadd g #x03)) 1 (not (= |main::x| (bvadd g #x03))) 2
  block 1 ""
    error "guessed"
  block 2 ""
    return
}
`

// TestReplay: a test counts only if it starts where the program may start and ends in an error.
func TestReplay(t *testing.T) {
	p := load(t, guess)
	input := p.Entry.Blocks[0].Instructions[0].(*ir.Havoc).Input
	give := func(values ...uint64) []verdict.InputValue {
		var out []verdict.InputValue
		for _, v := range values {
			out = append(out, verdict.InputValue{Input: input, Value: term.BVValue(8, v)})
		}
		return out
	}
	g, m := p.Globals[0], p.Globals[2]
	array := func(dflt int64) verdict.GlobalValue {
		return verdict.GlobalValue{Variable: m, Value: term.ArrayVal(term.NewArrayValue(m.Sort, term.IntValue(dflt)))}
	}
	set := func(v uint64) verdict.GlobalValue {
		return verdict.GlobalValue{Variable: g, Value: term.BVValue(8, v)}
	}
	cases := []struct {
		name string
		test *verdict.Test
		good bool
	}{
		{"no test", nil, false},
		{"good", &verdict.Test{Inputs: give(8), Globals: []verdict.GlobalValue{set(5), array(7)}}, true},
		{"misses the error", &verdict.Test{Inputs: give(9), Globals: []verdict.GlobalValue{set(5), array(7)}}, false},
		{"inputs left", &verdict.Test{Inputs: give(8, 8), Globals: []verdict.GlobalValue{set(5), array(7)}}, false},
		{"impossible start", &verdict.Test{Inputs: give(0x23), Globals: []verdict.GlobalValue{set(0x20), array(7)}}, false},
		{"impossible map", &verdict.Test{Inputs: give(8), Globals: []verdict.GlobalValue{set(5), array(6)}}, false},
		{"map not given", &verdict.Test{Inputs: give(8), Globals: []verdict.GlobalValue{set(5)}}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := certify.Test(context.Background(), p, c.test, certify.TestOptions{Trace: 10})
			var gaveUp *certify.GaveUp
			if errors.As(err, &gaveUp) {
				t.Skip(err) // the evaluator may learn to decide it
			}
			if (err == nil) != c.good {
				t.Errorf("got %v", err)
			}
		})
	}
}
