package confirm

import (
	"context"
	"math/big"
	"slices"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// mostBits bounds the choices of one bit of which all combinations are tried.
const mostBits = 6

// choicesMatter says whether a test depends on what the language leaves to the compiler: a value of that may have a
// part in a condition, or there are choices of one bit for which the error is not reached. Of more bits than can be
// tried in all ways one that may have a part in a condition is enough.
func choicesMatter(ctx context.Context, program *ir.Program, test *verdict.Test) bool {
	var bits []int // places of the choices of one bit among the inputs
	for i, in := range test.Inputs {
		if isOpen(in) && in.Value.Kind() == term.KindBool {
			bits = append(bits, i)
		}
	}
	if influence(program, test, func(in verdict.InputValue) bool {
		isBit := in.Value.Kind() == term.KindBool
		return isOpen(in) && (!isBit || len(bits) > mostBits) && in.Input.Name != "errno" // which the world gives
	}) {
		return true
	}
	if len(bits) > mostBits { // that have no part in a condition
		bits = nil
	}
	others := []func(term.Value) term.Value{turned, cleared}
	if !slices.ContainsFunc(test.Inputs, func(in verdict.InputValue) bool { return isOpen(in) && in.Value.Kind() != term.KindBool }) && len(bits) > 0 {
		others = others[:1] // all are bits
	}
	for ways := range 1 << len(bits) {
		for _, other := range others {
			changed := *test
			changed.Inputs = slices.Clone(test.Inputs)
			for i, in := range changed.Inputs {
				if isOpen(in) {
					changed.Inputs[i].Value = other(in.Value)
				}
			}
			for n, i := range bits {
				changed.Inputs[i].Value = term.BoolValue(ways>>n&1 == 1)
			}
			if _, err := certify.Test(ctx, program, &changed, certify.TestOptions{}); err != nil {
				return true
			}
		}
	}
	return false
}

func isOpen(in verdict.InputValue) bool { return in.Input.Kind == ir.Unspecified }

// influence says that some inputs of a test may have a part in a condition. That the error is reached with a few other
// values of them shows nothing where the machine has one value, against which a program may compare.
func influence(program *ir.Program, test *verdict.Test, some func(verdict.InputValue) bool) bool {
	taken := map[*ir.Input]bool{}
	for _, in := range test.Inputs {
		taken[in.Input] = taken[in.Input] || some(in)
	}
	return slices.ContainsFunc(ir.Influences(program), func(h *ir.Havoc) bool { return taken[h.Input] })
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
