package emit

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// RequireNegatable checks -x of a type.
func RequireNegatable(e Emitter, pos source.Pos, t *tree.Type, x *term.Term) {
	if !e.Checks(property.Overflow) || t.Kind != tree.Integer || !t.Signed {
		return
	}
	width, terms := x.Sort().Width, e.Terms()
	lowest := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
	fits := terms.Ne(x, terms.BVBig(width, lowest))
	e.Require(pos, property.Overflow, fits, "signed overflow in a negation of type "+t.Name)
}
