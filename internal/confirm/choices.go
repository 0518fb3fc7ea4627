package confirm

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"strings"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// choicesMatter says whether a test depends on what the language leaves to the compiler: it reaches
// the error no more where all of that is turned round, or is zero.
func choicesMatter(ctx context.Context, program *ir.Program, test *verdict.Test) bool {
	isOpen := func(in *ir.Input) bool { return in.Kind == ir.Unspecified }
	if slices.ContainsFunc(test.Inputs, func(in verdict.InputValue) bool {
		return isOpen(in.Input) && strings.HasPrefix(in.Input.Name, "padding of ")
	}) {
		return true // it may keep what it held, too
	}
	for changed := range otherwise(test, isOpen) {
		if _, err := certify.Test(ctx, program, changed, certify.TestOptions{}); err != nil {
			return true
		}
	}
	return false
}

// otherwise are tests with other values of some inputs: with all their bits turned round, and with zeros.
func otherwise(test *verdict.Test, some func(*ir.Input) bool) iter.Seq[*verdict.Test] {
	return func(yield func(*verdict.Test) bool) {
		for _, other := range []func(term.Value) term.Value{turned, cleared} {
			changed := *test
			changed.Inputs = slices.Clone(test.Inputs)
			for i, in := range changed.Inputs {
				if some(in.Input) {
					changed.Inputs[i].Value = other(in.Value)
				}
			}
			if !yield(&changed) {
				return
			}
		}
	}
}

// turned is a value with its bits turned round.
func turned(v term.Value) term.Value {
	switch v.Kind() {
	case term.KindBool:
		return term.BoolValue(!v.Bool())
	case term.KindBV:
		ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(v.Width())), big.NewInt(1))
		return term.BVBigValue(v.Width(), ones.Xor(ones, v.Big()))
	}
	return v
}

// cleared is zero in the place of a value.
func cleared(v term.Value) term.Value {
	switch v.Kind() {
	case term.KindBool:
		return term.BoolValue(false)
	case term.KindBV:
		return term.BVBigValue(v.Width(), new(big.Int))
	}
	return v
}
