package typecheck

import (
	"fmt"
	"math/big"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

func (c *checker) identifierHere(what string) string {
	if c.tok.Kind != preprocess.Identifier || keywords[c.tok.Text] {
		c.syntaxError("expected %s", what)
	}
	name := c.tok.Text
	c.next()
	return name
}

func (c *checker) identifier(what string) string { return c.identifierHere(what) }

func (c *checker) primary() tree.Expr {
	pos := c.tok.Pos
	switch c.tok.Kind {
	case preprocess.Number:
		return c.spelledAsRead(c.number)
	case preprocess.Char:
		return c.spelledAsRead(c.character)
	case preprocess.String:
		return c.stringLiteral()
	case preprocess.Identifier:
		switch {
		case c.is("_Generic"):
			return c.generic()
		case keywords[c.tok.Text]:
			c.syntaxError("expected an expression")
		}
		return c.name()
	}
	if !c.is("(") {
		c.syntaxError("expected an expression")
	}
	c.enter()
	defer c.leave()
	c.next()
	if c.is("{") {
		e := c.statementExpression(pos)
		c.expect(")")
		return e
	}
	e := c.expression()
	c.expect(")")
	return e
}

// name resolves an identifier. An undeclared one is C90's implicit function if it is called.
func (c *checker) name() tree.Expr {
	name, pos := c.tok.Text, c.tok.Pos
	if e := c.builtinOperator(name, pos); e != nil {
		return e
	}
	c.next()
	e := c.scope.lookup(name)
	switch {
	case e == nil && (name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__") && c.fn != nil:
		return c.stringRef(append([]byte(c.fn.def.Name), 0), c.qualified(c.charType, qualifiers{isConst: true}), pos)
	case e == nil && c.is("("):
		return c.implicitFunction(name, pos)
	case e == nil:
		c.errorf(pos, CodeName, "%s is not declared", name)
		// One message for each name.
		c.scope.declare(name, &entity{pos: pos, value: new(big.Int), typ: c.intType})
		return c.wrong(pos)
	case e.object != nil:
		t := e.object.Type
		if e.object.Linkage != tree.NoLinkage && t.Size < 0 {
			t = e.typ
		}
		return &tree.ObjectRef{Node: tree.Node{Type: t, Pos: pos}, Object: e.object}
	case e.function != nil:
		return c.functionRef(e.function, pos)
	case e.typedef != nil:
		c.errorf(pos, CodeSyntax, "the type %s is used as a value", name)
		return c.wrong(pos)
	}
	return spelled(c.integer(e.value, e.typ, pos), e.name)
}

func (c *checker) functionRef(f *tree.FunctionDef, pos source.Pos) tree.Expr {
	c.use(f)
	return &tree.FunctionRef{Node: tree.Node{Type: f.Type, Pos: pos}, Function: f}
}

// use makes a function of the prelude part of the unit.
func (c *checker) use(f *tree.FunctionDef) {
	if f.Builtin != "" && !c.prelude && !c.implicit[f] && !c.used(f) {
		c.unit.Functions = append(c.unit.Functions, f)
	}
}

func (c *checker) used(f *tree.FunctionDef) bool {
	if f.Linkage == tree.NoLinkage {
		return true
	}
	// Built-in functions have external linkage until they are used; then they belong to nobody.
	f.Linkage = tree.NoLinkage
	return false
}

// implicitFunction declares a function that is called without a declaration: a library function that the
// compiler knows has its real type, any other returns int and takes anything.
func (c *checker) implicitFunction(name string, pos source.Pos) tree.Expr {
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

func (c *checker) unknownFunction(name string, pos source.Pos) *tree.FunctionDef {
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

func (c *checker) postfix(e tree.Expr) tree.Expr {
	for c.tok.Kind == preprocess.Punctuator {
		pos := c.tok.Pos
		switch c.tok.Text {
		case "[":
			c.next()
			index := c.expression()
			c.expect("]")
			e = c.index(e, index, pos)
		case "(":
			e = c.call(e, pos)
		case ".":
			c.next()
			e = c.member(e, c.memberName(), pos)
		case "->":
			c.next()
			name := c.memberName()
			e = c.member(c.dereference(c.rvalue(e), pos), name, pos)
		case "++", "--":
			op := c.tok.Text
			c.next()
			e = c.increment(e, op, behind, e.Position())
		default:
			return e
		}
	}
	return e
}

func (c *checker) memberName() string {
	if c.tok.Kind != preprocess.Identifier {
		c.syntaxError("expected the name of a member")
	}
	name := c.tok.Text
	c.next()
	return name
}

// index is e[i]. An array that is indexed by a constant inside it does not have its address taken.
func (c *checker) index(e, i tree.Expr, pos source.Pos) tree.Expr {
	t := e.ExprType()
	if isUnsupported(e) || isUnsupported(i) || t.Kind == tree.Vector {
		elem := c.intType
		if t.Elem != nil {
			elem = t.Elem
		}
		return c.unsupported(pos, elem, "an element of %s", t.Name)
	}
	if isInteger(t) {
		e, i = i, e
		t = e.ExprType()
	}
	i = c.rvalue(i)
	if !isInteger(i.ExprType()) || t.Kind != tree.Array && !isPointer(t) {
		c.errorf(pos, CodeType, "the subscript of %s has type %s", t.Name, i.ExprType().Name)
		return c.wrong(pos)
	}
	k, ok := i.(*tree.Constant)
	if ok && t.Kind == tree.Array && !isVariable(t) && t.Length >= 0 && k.Int.Sign() >= 0 && k.Int.Cmp(big.NewInt(t.Length)) < 0 {
		return c.deref(c.pointerAdd(tree.Add, c.decay(e), i, e.Position()), e.Position())
	}
	return c.deref(c.pointerAdd(tree.Add, c.rvalue(e), i, e.Position()), e.Position())
}

func (c *checker) member(e tree.Expr, name string, pos source.Pos) tree.Expr {
	t := e.ExprType()
	if isUnsupported(e) && !isRecord(t) {
		return c.unsupportedLike(e, c.intType)
	}
	if !isRecord(t) {
		c.errorf(pos, CodeType, "member %s of a value of type %s", name, t.Name)
		return c.wrong(pos)
	}
	if t.Size < 0 && !isVariable(t) && !c.isRefused(t) {
		c.errorf(pos, CodeType, "member %s of the incomplete type %s", name, t.Name)
		return c.wrong(pos)
	}
	path := findField(t, name)
	if path == nil {
		c.errorf(pos, CodeName, "%s has no member %s", t.Name, name)
		return c.wrong(pos)
	}
	if c.isRefused(t) {
		return c.unsupported(pos, path[len(path)-1].Type, refusedRecord)
	}
	for _, f := range path {
		base := e.ExprType()
		ft := c.qualified(f.Type, qualifiers{base.Const, base.Volatile})
		if isUnsupported(e) {
			e = c.unsupportedLike(e, ft)
			continue
		}
		if f.OffsetExpr != nil {
			start := c.convert(c.addressOf(e, pos), c.pointerTo(c.ucharType))
			e = c.deref(c.convert(c.pointerAdd(tree.Add, start, f.OffsetExpr, pos), c.pointerTo(ft)), pos)
			continue
		}
		e = &tree.Member{Node: tree.Node{Type: ft, Pos: e.Position()}, Base: e, Field: f}
	}
	return e
}

func (c *checker) call(callee tree.Expr, pos source.Pos) tree.Expr {
	c.enter()
	defer c.leave()
	c.next()
	var args []tree.Expr
	for !c.is(")") {
		args = append(args, c.rvalue(c.assignment()))
		if !c.accept(",") {
			break
		}
	}
	c.expect(")")
	t := callee.ExprType()
	if t.Kind != tree.Function {
		callee = c.rvalue(callee)
		t = callee.ExprType()
		if !isPointer(t) || t.Elem.Kind != tree.Function {
			c.errorf(pos, CodeType, "a call of a value of type %s", t.Name)
			return c.wrong(pos)
		}
		t = t.Elem
	} else if _, ok := callee.(*tree.FunctionRef); !ok && !isUnsupported(callee) {
		callee = c.rvalue(callee)
	}
	if isUnsupported(callee) {
		return c.unsupportedLike(callee, t.Result)
	}
	return c.callWith(callee, t, args, pos)
}

func (c *checker) callWith(callee tree.Expr, t *tree.Type, args []tree.Expr, pos source.Pos) tree.Expr {
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
	if ok && t.Unspecified && len(args) > len(c.given[f.Function]) {
		c.given[f.Function] = tree.TypesOf(args)
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

func (c *checker) checkCount(t *tree.Type, n int, name string, pos source.Pos) {
	switch {
	case t.Unspecified || n == len(t.Params) || n > len(t.Params) && t.Variadic:
		return
	case n < len(t.Params):
		c.errorf(pos, CodeType, "too few arguments to function %s: %d, not %d", name, n, len(t.Params))
	default:
		c.errorf(pos, CodeType, "too many arguments to function %s: %d, not %d", name, n, len(t.Params))
	}
}

func (c *checker) defaultArgument(e tree.Expr) tree.Expr {
	t := e.ExprType()
	switch {
	case isVoid(t):
		c.errorf(e.Position(), CodeType, "an argument has type void")
		return c.wrong(e.Position())
	case isInteger(t):
		return c.promote(e)
	}
	if t.Kind == tree.Float {
		return c.convert(e, c.doubleType)
	}
	return e
}

// generic reads _Generic.
func (c *checker) generic() tree.Expr {
	pos := c.tok.Pos
	c.next()
	c.expect("(")
	value := c.rvalue(c.assignment())
	control := c.unqualified(value.ExprType())
	var chosen, fallback tree.Expr
	for c.accept(",") {
		if c.accept("default") {
			c.expect(":")
			fallback = c.assignment()
			continue
		}
		t := c.unevaluatedTypeName()
		c.expect(":")
		e := c.assignment()
		if chosen == nil && !t.Const && !t.Volatile && c.compatible(t, control) {
			chosen = e
		}
	}
	c.expect(")")
	switch {
	case chosen != nil && bitFieldValue(value) != nil: // of a type of its width for gcc, of the declared one for clang
		return c.unsupported(pos, chosen.ExprType(), "_Generic of a bit-field, whose type compilers differ in")
	case chosen != nil:
		return chosen
	case fallback != nil:
		return fallback
	}
	c.errorf(pos, CodeType, "no association of _Generic has type %s", control.Name)
	return c.wrong(pos)
}

// statementExpression reads ({ ... }) after its parenthesis.
func (c *checker) statementExpression(pos source.Pos) tree.Expr {
	if c.fn == nil {
		c.errorf(pos, CodeSyntax, "a statement expression outside of a function")
		panic(bailout{})
	}
	body := c.block()
	e := &tree.StatementExpr{Node: tree.Node{Type: c.voidType, Pos: pos}, Body: body}
	if x := takeLast(body); x != nil {
		e.Value = c.rvalue(x)
		e.Type = c.unqualified(e.Value.ExprType())
	}
	return e
}

// takeLast takes the expression out of a block that is the block's value: the last statement's, which
// may have labels. It is nil if the block has none.
func takeLast(body *tree.Block) tree.Expr {
	n := len(body.Stmts)
	if n == 0 {
		return nil
	}
	valued := func(s tree.Stmt) tree.Expr {
		if e, ok := s.(*tree.ExprStmt); ok && !isVoid(e.X.ExprType()) {
			return e.X
		}
		return nil
	}
	if x := valued(body.Stmts[n-1]); x != nil {
		body.Stmts = body.Stmts[:n-1]
		return x
	}
	labeled, ok := body.Stmts[n-1].(*tree.Labeled)
	for ok {
		if x := valued(labeled.Body); x != nil {
			labeled.Body = nil
			return x
		}
		labeled, ok = labeled.Body.(*tree.Labeled)
	}
	return nil
}

// compoundLiteral reads the braces of (T){...}.
func (c *checker) compoundLiteral(t *tree.Type, pos source.Pos) tree.Expr {
	c.literals++
	o := &tree.Object{Name: fmt.Sprintf(".literal%d", c.literals), Type: t, Pos: pos, Static: c.fn == nil}
	if c.fn != nil {
		o.Function = c.fn.def
	}
	init := c.initialize(o)
	if o.Static {
		o.Init = init
		c.checkConstant(init)
		c.unit.Objects = append(c.unit.Objects, o)
	}
	return &tree.CompoundLiteral{Node: tree.Node{Type: o.Type, Pos: pos}, Object: o, Init: init}
}
