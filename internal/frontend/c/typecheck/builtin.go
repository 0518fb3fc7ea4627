package typecheck

import (
	_ "embed"
	"math/big"

	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// prelude declares the compiler's built-in functions and types.
//
//go:embed prelude.h
var prelude string

// builtinOperator reads the built-in operators whose operands are types or are not evaluated.
func (c *expressions) builtinOperator(name string, pos source.Pos) tree.Expr {
	if c.gotoCC && (name == "__CPROVER_forall" || name == "__CPROVER_exists") {
		return c.quantified(pos)
	}
	if len(name) < 14 || name[:10] != "__builtin_" {
		return nil
	}
	switch name {
	case "__builtin_va_arg":
		c.next()
		c.expect("(")
		list := c.assignment()
		if list.ExprType().Kind == tree.Array {
			list = c.rvalue(list)
		}
		if isRecord(list.ExprType()) && list.ExprType().Tag == "__va_list" && isLvalue(list) {
			// AAPCS: a struct, which is where the list is.
		} else if !isPointer(list.ExprType()) || c.target.Lists == target.PointerLists && !isLvalue(list) {
			c.errorf(pos, CodeType, "the first argument of va_arg has type %s, not va_list", list.ExprType().Name)
			list = c.integer(new(big.Int), c.pointerTo(c.charType), pos)
		}
		c.expect(",")
		t, lengths := c.evaluatedTypeName()
		c.expect(")")
		node := tree.Node{Type: c.unqualified(t), Pos: pos}
		return c.behind(lengths, &tree.VaArg{Node: node, List: list})
	case "__builtin_offsetof":
		c.next()
		return c.offsetof(pos)
	case "__builtin_types_compatible_p":
		c.next()
		c.expect("(")
		x := c.unqualified(c.unevaluatedTypeName())
		c.expect(",")
		y := c.unqualified(c.unevaluatedTypeName())
		c.expect(")")
		return c.small(boolean(c.compatible(x, y)), c.intType, pos)
	case "__builtin_choose_expr":
		c.next()
		c.expect("(")
		holds := c.constantInteger("the condition of __builtin_choose_expr").Sign() != 0
		c.expect(",")
		x := c.assignment()
		c.expect(",")
		y := c.assignment()
		c.expect(")")
		if holds {
			return x
		}
		return y
	case "__builtin_constant_p":
		c.next()
		c.expect("(")
		e := c.rvalue(c.expression())
		c.expect(")")
		return c.constantP(e, pos)
	}
	return nil
}

// offsetof reads (type, member.designator[i]...).
func (c *expressions) offsetof(pos source.Pos) tree.Expr {
	c.expect("(")
	t := c.unevaluatedTypeName()
	c.expect(",")
	zero := c.integer(new(big.Int), c.pointerTo(t), pos)
	e := c.member(c.deref(zero, pos), c.memberName(), pos)
	for {
		switch {
		case c.accept("."):
			e = c.member(e, c.memberName(), pos)
		case c.accept("->"):
			e = c.member(c.dereference(c.rvalue(e), pos), c.memberName(), pos)
		case c.accept("["):
			i := c.expression()
			c.expect("]")
			e = c.index(e, i, pos)
		default:
			c.expect(")")
			return strictly(c.convert(c.addressOf(e, pos), c.sizeType))
		}
	}
}
