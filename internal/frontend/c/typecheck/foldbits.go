package typecheck

import (
	"math/big"
	words "math/bits"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// foldBits computes a built-in function of the bits of one constant, which gcc takes for a constant
// too: in the labels of cases, lengths of arrays and initializers. It is nil for other calls, and
// where the result is undefined.
func (c *values) foldBits(f *tree.FunctionRef, args []tree.Expr, pos source.Pos) tree.Expr {
	name, ok := strings.CutPrefix(f.Function.Builtin, "__builtin_")
	if !ok || len(args) != 1 {
		return nil
	}
	k, ok := args[0].(*tree.Constant)
	if !ok || k.Int == nil || !isInteger(k.Type) || k.Type.Size > 8 || k.Overflows {
		return nil
	}
	width := int(k.Type.Size) * 8
	v := new(big.Int).And(k.Int, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1))).Uint64()
	result, ok := bitFunction(strings.TrimRight(name, "l"), v, width)
	if !ok {
		return nil
	}
	return c.integer(wrap(new(big.Int).SetUint64(result), f.Type.Result), f.Type.Result, pos)
}

// bitFunction computes a function of a word, named without its builtin's ending for long words.
func bitFunction(name string, v uint64, width int) (uint64, bool) {
	switch name {
	case "bswap16", "bswap32", "bswap64":
		return words.ReverseBytes64(v) >> (64 - width), true
	case "popcount":
		return uint64(words.OnesCount64(v)), true
	case "parity":
		return uint64(words.OnesCount64(v) % 2), true
	case "ffs":
		if v == 0 {
			return 0, true
		}
		return uint64(words.TrailingZeros64(v)) + 1, true
	case "clz":
		return uint64(words.LeadingZeros64(v) - (64 - width)), v != 0
	case "ctz":
		return uint64(words.TrailingZeros64(v)), v != 0
	}
	return 0, false
}
