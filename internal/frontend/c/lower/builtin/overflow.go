package builtin

import (
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// CheckedArithmetic is __builtin_add_overflow and its like: the exact result, whether it fits the
// object behind the third argument, and its low bits stored there.
func CheckedArithmetic(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(3) {
		return nil, false
	}
	to, ok := scalarBehind(c.Args[2])
	if !ok || to.Type.Kind != tree.Integer {
		return nil, false
	}
	t := to.Type
	low, overflow := exactArithmetic(e, c, t)
	e.Store(c.Pos, to, low)
	return emit.TruthValue(e, overflow, c.Want), true
}

// PredictedOverflow is __builtin_add_overflow_p and its like: whether the exact result fits the
// type of the third argument.
func PredictedOverflow(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(3) || c.Args[2].Type.Kind != tree.Integer {
		return nil, false
	}
	_, overflow := exactArithmetic(e, c, c.Args[2].Type)
	return emit.TruthValue(e, overflow, c.Want), true
}

// exactArithmetic is the result of the operation that the name of the call says as type t, and
// whether it does not fit.
func exactArithmetic(e emit.Emitter, c *emit.Call, t *tree.Type) (low, overflow *term.Term) {
	// Twice the widest operand and two bits hold every exact result.
	width := 2*max(c.Args[0].Value.Sort().Width, c.Args[1].Value.Sort().Width, e.Sort(t).Width) + 2
	x := c.Args[0].Resized(e.Terms(), width)
	y := c.Args[1].Resized(e.Terms(), width)
	var exact *term.Term
	switch {
	case strings.Contains(c.Name, "add"):
		exact = e.Terms().BVAdd(x, y)
	case strings.Contains(c.Name, "sub"):
		exact = e.Terms().BVSub(x, y)
	default:
		exact = e.Terms().BVMul(x, y)
	}
	low = e.Terms().Trunc(e.Sort(t).Width, exact)
	return low, e.Terms().Ne(emit.Resize(e.Terms(), low, width, t.Kind == tree.Integer && t.Signed), exact)
}

// isCheckedArithmetic recognises sadd_overflow, umulll_overflow and their like.
func isCheckedArithmetic(name string) bool {
	word, ok := strings.CutSuffix(name, "_overflow")
	if !ok || word == "" {
		return false
	}
	word = strings.TrimRight(word[1:], "l")
	return word == "add" || word == "sub" || word == "mu"
}
