package typecheck

import (
	_ "embed"
	"math"
	"math/big"
	"strings"

	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// prelude declares the compiler's built-in functions and types.
//
//go:embed prelude.h
var prelude string

// builtinOperator reads the built-in operators whose operands are types or are not evaluated.
func (c *checker) builtinOperator(name string, pos source.Pos) tree.Expr {
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
		return c.small(boolean(c.compatible(x, y) && isEnum(x) == isEnum(y)), c.intType, pos)
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

// constantP is 1 for constants and string literals. As by gcc it is 0 for other pointers, for what
// has an effect, and where a constant is needed; otherwise whether the compiler knows the value
// depends on its optimisations.
func (c *checker) constantP(e tree.Expr, pos source.Pos) tree.Expr {
	_, known := c.truthOf(e)
	switch {
	case known || isString(e):
		return c.small(1, c.intType, pos)
	case !e.ExprType().IsScalar() || isPointer(e.ExprType()) || c.fn == nil || c.constants > 0 || changesSomething(e) || readsVolatile(e):
		return c.small(0, c.intType, pos)
	}
	callee := c.functionRef(c.functions["__builtin_constant_p"], pos).(*tree.FunctionRef)
	return &tree.Call{Node: tree.Node{Type: c.intType, Pos: pos}, Callee: callee}
}

// isString says that a pointer is to the start of a string literal.
func isString(e tree.Expr) bool {
	for {
		switch x := e.(type) {
		case *tree.Convert:
			if !isPointer(x.Type) || !isPointer(x.Operand.ExprType()) {
				return false
			}
			e = x.Operand
		case *tree.Decay:
			_, ok := x.Array.(*tree.StringRef)
			return ok
		default:
			return false
		}
	}
}

// readsVolatile says that an expression reads a volatile object.
func readsVolatile(e tree.Expr) bool {
	found := isLvalue(e) && e.ExprType().Volatile
	tree.Operands(e, func(x tree.Expr) { found = found || readsVolatile(x) }, func(tree.Stmt) {})
	return found
}

// offsetof reads (type, member.designator[i]...).
func (c *checker) offsetof(pos source.Pos) tree.Expr {
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
			return c.convert(c.addressOf(e, pos), c.sizeType)
		}
	}
}

// foldBuiltin replaces built-in functions that only compute.
func (c *checker) foldBuiltin(f *tree.FunctionRef, args []tree.Expr, pos source.Pos) tree.Expr {
	name := f.Function.Builtin
	switch name {
	case "":
		return nil
	case "__builtin_expect", "__builtin_expect_with_probability":
		return args[0]
	case "__builtin_inf", "__builtin_huge_val":
		return c.float(math.Inf(1), c.doubleType, pos)
	case "__builtin_inff", "__builtin_huge_valf":
		return c.float(math.Inf(1), c.floatType, pos)
	case "__builtin_nan", "__builtin_nanf":
		if isEmptyString(args[0]) {
			// gcc's quiet NaN is positive with an empty payload.
			bits := uint64(0x7ff8000000000000)
			if f.Type.Result.Size == 4 {
				bits = 0x7fc00000
			}
			return &tree.Constant{Node: tree.Node{Type: f.Type.Result, Pos: pos}, Float: bits}
		}
	}
	if isAtomicBuiltin(name) {
		return c.atomic(f, args, pos)
	}
	return c.foldBits(f, args, pos)
}

func isEmptyString(e tree.Expr) bool {
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
		case *tree.Decay:
			s, ok := x.Array.(*tree.StringRef)
			return ok && len(s.Object.String) == 1
		default:
			return false
		}
	}
}

func isAtomicBuiltin(name string) bool {
	return strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
}

// atomic gives an atomic built-in the type that its first argument asks for.
func (c *checker) atomic(f *tree.FunctionRef, args []tree.Expr, pos source.Pos) tree.Expr {
	name := f.Function.Name
	result := c.voidType
	switch {
	case strings.Contains(name, "bool_compare"), strings.Contains(name, "compare_exchange"), strings.Contains(name, "test_and_set") && strings.HasPrefix(name, "__atomic"):
		result = c.boolType
	case strings.Contains(name, "synchronize"), strings.Contains(name, "release"), strings.Contains(name, "fence"),
		strings.Contains(name, "store"), strings.Contains(name, "clear"), name == "__atomic_load", name == "__atomic_exchange":
	default:
		if len(args) == 0 || !isPointer(args[0].ExprType()) {
			c.errorf(pos, CodeType, "the first argument of %s is no pointer", name)
			return c.wrong(pos)
		}
		result = c.unqualified(args[0].ExprType().Elem)
	}
	return &tree.Call{Node: tree.Node{Type: result, Pos: f.Pos}, Callee: f, Args: args}
}
