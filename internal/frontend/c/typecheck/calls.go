package typecheck

import (
	"math"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// constantP is 1 for constants and string literals. As by gcc it is 0 for other pointers, for what
// has an effect, and where a constant is needed; otherwise whether the compiler knows the value
// depends on its optimisations.
func (c *symbols) constantP(e tree.Expr, pos source.Pos) tree.Expr {
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

// foldBuiltin replaces built-in functions that only compute.
func (c *symbols) foldBuiltin(f *tree.FunctionRef, args []tree.Expr, pos source.Pos) tree.Expr {
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
func (c *symbols) atomic(f *tree.FunctionRef, args []tree.Expr, pos source.Pos) tree.Expr {
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

// checkRuleCall refuses calls of the program's functions in a rule: they could change the program's state, and
// would be events themselves.
func (c *symbols) checkRuleCall(callee tree.Expr) {
	if c.fn == nil || c.fn.event == nil {
		return
	}
	name := "a function through a pointer"
	e := callee
	if a, ok := e.(*tree.AddressOf); ok {
		e = a.Operand
	}
	if f, ok := e.(*tree.FunctionRef); ok {
		if name = f.Function.Name; strings.HasPrefix(name, "__yogi_") || strings.HasPrefix(name, "__builtin_") {
			return
		}
	}
	c.errorf(callee.Position(), CodeType, "a rule calls no function of the program: %s", name)
}

func (c *symbols) functionRef(f *tree.FunctionDef, pos source.Pos) tree.Expr {
	c.use(f)
	return &tree.FunctionRef{Node: tree.Node{Type: f.Type, Pos: pos}, Function: f}
}

// use makes a function of the prelude part of the unit.
func (c *symbols) use(f *tree.FunctionDef) {
	if f.Builtin != "" && !c.prelude && !c.implicit[f] && !c.used(f) {
		c.unit.Functions = append(c.unit.Functions, f)
	}
}

func (c *symbols) used(f *tree.FunctionDef) bool {
	if f.Linkage == tree.NoLinkage {
		return true
	}
	// Built-in functions have external linkage until they are used; then they belong to nobody.
	f.Linkage = tree.NoLinkage
	return false
}

// implicitFunction declares a function that is called without a declaration: a library function that the
// compiler knows has its real type, any other returns int and takes anything.
func (c *symbols) implicitFunction(name string, pos source.Pos) tree.Expr {
	if isAtomicBuiltin(name) {
		f := c.unknownFunction(name, pos)
		f.Builtin = name
		return c.functionRef(f, pos)
	}
	if len(name) > 10 && name[:10] == "__builtin_" {
		t := c.functionType(c.intType, &parameters{unspecified: true})
		return c.unsupported(pos, t, "the built-in function %s", name)
	}
	f := c.functions[name]
	if f == nil {
		f = c.unknownFunction(name, pos)
		if known := c.functions["__builtin_"+name]; known != nil && known.Type != nil && !known.Type.Unspecified {
			f.Type, f.NoReturn = known.Type, known.NoReturn
		}
	}
	return c.functionRef(f, pos)
}

func (c *symbols) unknownFunction(name string, pos source.Pos) *tree.FunctionDef {
	if f := c.functions[name]; f != nil {
		return f
	}
	t := c.functionType(c.intType, &parameters{unspecified: true})
	f := &tree.FunctionDef{Name: name, Type: t, Linkage: tree.ExternalLinkage, Implicit: true, Pos: pos}
	c.functions[name] = f
	c.implicit[f] = true
	c.unit.Functions = append(c.unit.Functions, f)
	c.file.declare(name, &entity{pos: pos, function: f, typ: t})
	return f
}

func (c *symbols) callWith(callee tree.Expr, t *tree.Type, args []tree.Expr, pos source.Pos) tree.Expr {
	name := ""
	f, ok := callee.(*tree.FunctionRef)
	if ok {
		name = f.Function.Name
	}
	c.checkCount(t, len(args), name, pos)
	for i := range args {
		if !t.Unspecified && i < len(t.Params) {
			args[i] = c.assign(args[i], t.Params[i], "an argument")
			continue
		}
		if keepsArgument(f, i) {
			if bitFieldValue(args[i]) != nil { // gcc goes by the width of the bit-field
				args[i] = c.unsupported(args[i].Position(), args[i].ExprType(), "%s about the bits of a bit-field", f.Function.Builtin)
				continue
			}
			args[i] = c.convert(args[i], c.unqualified(args[i].ExprType()))
			continue
		}
		args[i] = c.defaultArgument(args[i])
	}
	if ok && t.Unspecified {
		if given, isCalled := c.given[f.Function]; !isCalled || len(args) > len(given) {
			c.given[f.Function] = tree.TypesOf(args)
		}
	}
	if ok {
		if e := c.foldBuiltin(f, args, pos); e != nil {
			return e
		}
	}
	if isRecord(t.Result) && t.Result.Size < 0 {
		c.errorf(pos, CodeType, "a call returns the incomplete type %s", t.Result.Name)
		return c.wrong(pos)
	}
	c.checkRuleCall(callee)
	if ok {
		callee, args = c.plainCall(f, args)
	}
	return &tree.Call{Node: tree.Node{Type: t.Result, Pos: callee.Position()}, Callee: callee, Args: args}
}

// keepsArgument says that the own type of an argument, before any promotion, is what a built-in function is about: that
// whose bits are counted, or that the result must fit.
func keepsArgument(f *tree.FunctionRef, i int) bool {
	if f == nil {
		return false
	}
	switch f.Function.Builtin {
	case "__builtin_clzg", "__builtin_ctzg", "__builtin_popcountg":
		return i == 0
	case "__builtin_add_overflow_p", "__builtin_sub_overflow_p", "__builtin_mul_overflow_p":
		return i == 2
	}
	return false
}

func (c *symbols) checkCount(t *tree.Type, n int, name string, pos source.Pos) {
	switch {
	case t.Unspecified || n == len(t.Params) || n > len(t.Params) && t.Variadic:
		return
	case n < len(t.Params):
		c.errorf(pos, CodeType, "too few arguments to function %s: %d, not %d", name, n, len(t.Params))
	default:
		c.errorf(pos, CodeType, "too many arguments to function %s: %d, not %d", name, n, len(t.Params))
	}
}
