package typecheck

import (
	"fmt"
	"math/big"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

func (c *expressions) primary() tree.Expr {
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
func (c *expressions) name() tree.Expr {
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

func (c *expressions) postfix(e tree.Expr) tree.Expr {
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

func (c *expressions) call(callee tree.Expr, pos source.Pos) tree.Expr {
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

// generic reads _Generic.
func (c *expressions) generic() tree.Expr {
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
func (c *expressions) statementExpression(pos source.Pos) tree.Expr {
	if c.fn == nil {
		c.errorf(pos, CodeSyntax, "a statement expression outside of a function")
		panic(bailout{})
	}
	body := c.parts.block()
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
func (c *expressions) compoundLiteral(t *tree.Type, pos source.Pos) tree.Expr {
	c.literals++
	o := &tree.Object{Name: fmt.Sprintf(".literal%d", c.literals), Type: t, Pos: pos, Static: c.fn == nil}
	if c.fn != nil {
		o.Function = c.fn.def
	}
	init := c.parts.initialize(o)
	if o.Static {
		o.Init = init
		c.checkConstant(init)
		c.unit.Objects = append(c.unit.Objects, o)
	}
	return &tree.CompoundLiteral{Node: tree.Node{Type: o.Type, Pos: pos}, Object: o, Init: init}
}
