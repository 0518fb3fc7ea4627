package confirm

import (
	"context"
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/report/evidence"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// outOfRange says why a test over mathematical integers is no answer.
const outOfRange = "the test found needs integers that the machine does not have: over machine words (--arith bits) it does not reach the error"

// isLinear says that the program is one over mathematical integers.
func (r *confirmation) isLinear() bool { return r.Linear && !r.form.Machine }

// onMachine makes the program again over machine words, block by block as it was written, and v's test one of it;
// from then on the evidence is about that program. A test whose values no machine word holds makes v unknown.
func (r *confirmation) onMachine(ctx context.Context, v *verdict.Verdict) (*ir.Program, error) {
	r.form = Form{AsWritten: true, Machine: true}
	program, err := r.Make(ctx, r.form)
	if err != nil {
		return nil, err
	}
	test, err := machineTest(program, startKnownTo(program, v.Test))
	if err != nil {
		*v = unknown(verdict.Assumptions, outOfRange+": "+err.Error())
		return program, nil
	}
	v.Test = test
	v.Undefined = undefined(program, &v.Answer)
	v.Assumptions = r.assumptions(program, v.Undefined, v.Kind)
	return program, nil
}

// machineTest is a test of the program over mathematical integers as one of the program over
// machine words p: the inputs are the same, in the same order, and each integer is the word that
// holds it. The error says why there is none.
func machineTest(p *ir.Program, test *verdict.Test) (*verdict.Test, error) {
	inputs := map[int]*ir.Havoc{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if h, ok := i.(*ir.Havoc); ok {
					inputs[h.Input.ID] = h
				}
			}
		}
	}
	words := *test
	words.Inputs = nil
	for _, in := range test.Inputs {
		h := inputs[in.Input.ID]
		switch {
		case h == nil:
			continue // nothing reads it: over mathematical integers its range is still a condition
		case in.Value.Kind() != term.KindInt:
		case h.Dst.Sort.Kind != term.KindBV || h.Input.Name != in.Input.Name || h.Input.Pos != in.Input.Pos:
			return nil, fmt.Errorf("%s is no word", in.Input.Name)
		default:
			word := term.BVBigValue(h.Dst.Sort.Width, in.Value.Big())
			if x := in.Value.Big(); word.Big().Cmp(x) != 0 && word.BigSigned().Cmp(x) != 0 {
				return nil, fmt.Errorf("%s is no word", in.Input.Name)
			}
			in.Value = word
		}
		words.Inputs = append(words.Inputs, in)
	}
	words.Globals = nil
	for _, g := range test.Globals {
		if g.Value.Kind() != term.KindInt {
			words.Globals = append(words.Globals, g)
		}
	}
	return evidence.EncodeTest(&words).Decode(p)
}
