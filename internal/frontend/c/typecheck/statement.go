package typecheck

import (
	"math/big"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// statements reads statements.
type statements struct {
	declarations
	assembly string // of the file and between its statements: what is defined there
}

// block reads { ... } as a scope.
func (c *statements) block() *tree.Block {
	c.enter()
	defer c.leave()
	b := &tree.Block{StmtNode: tree.StmtNode{Pos: c.tok.Pos}}
	c.expect("{")
	c.push()
	c.blockItems(b)
	c.pop()
	b.End = c.tok.Pos
	c.expect("}")
	return b
}

func (c *statements) blockItems(b *tree.Block) {
	for c.is("__label__") {
		c.next()
		for !c.is(";") {
			pos := c.tok.Pos
			name := c.identifierHere("a label")
			if c.scope.labels == nil {
				c.scope.labels = map[string]*tree.Label{}
			}
			l := &tree.Label{Name: name, Pos: pos}
			c.scope.labels[name] = l
			c.fn.def.Labels = append(c.fn.def.Labels, l)
			c.accept(",")
		}
		c.next()
	}
	for !c.is("}") {
		if c.tok.Kind == preprocess.EOF {
			c.syntaxError("expected }")
		}
		if c.isDeclaration() && !c.isAttributeStatement() {
			b.Stmts = append(b.Stmts, c.declaration()...)
			continue
		}
		b.Stmts = append(b.Stmts, c.statement())
	}
}

// isAttributeStatement says that an attribute stands before a statement, as fallthrough does.
func (c *statements) isAttributeStatement() bool {
	if !c.is("__attribute__") {
		return false
	}
	depth := 0
	for n := 1; ; n++ {
		t := c.peek(n)
		switch {
		case t.Kind == preprocess.EOF:
			return false
		case t.Is("("):
			depth++
		case t.Is(")"):
			if depth--; depth == 0 {
				return c.peek(n + 1).Is(";")
			}
		}
	}
}

func (c *statements) statement() tree.Stmt {
	c.enter()
	defer c.leave()
	pos := c.tok.Pos
	node := tree.StmtNode{Pos: pos}
	if c.tok.Kind == preprocess.Identifier {
		if s := c.wordStatement(node); s != nil {
			return s
		}
		if c.peek(1).Is(":") && !keywords[c.tok.Text] {
			return c.labeled(node)
		}
	}
	switch {
	case c.is("{"):
		return c.block()
	case c.accept(";"):
		return &tree.Block{StmtNode: node, End: pos}
	}
	e := c.expression()
	c.expect(";")
	return c.mayRaise(&tree.ExprStmt{StmtNode: node, X: c.effect(e)})
}

func (c *statements) wordStatement(node tree.StmtNode) tree.Stmt {
	if c.target.MSKeywords {
		switch c.tok.Text {
		case "__try":
			return c.tryStatement(node)
		case "__leave":
			return c.leaveStatement(node)
		}
	}
	switch c.tok.Text {
	case "if":
		return c.ownBlock(func() tree.Stmt { return c.ifStatement(node) })
	case "while":
		return c.ownBlock(func() tree.Stmt {
			c.next()
			cond := c.parenthesized("the condition of while")
			return &tree.While{StmtNode: node, Cond: cond, Body: c.loopBody()}
		})
	case "do":
		return c.ownBlock(func() tree.Stmt { return c.doStatement(node) })
	case "for":
		return c.forStatement(node)
	case "switch":
		return c.ownBlock(func() tree.Stmt { return c.switchStatement(node) })
	case "case", "default":
		return c.caseStatement(node)
	case "return":
		return c.jumpsOut(c.fn.try, c.returnStatement(node))
	case "goto":
		return c.jumpsOut(c.fn.try, c.gotoStatement(node))
	case "break":
		c.next()
		c.expect(";")
		if c.fn.breaks == 0 {
			c.errorf(node.Pos, CodeSyntax, "break outside of a loop or switch")
		}
		return c.jumpsOut(c.fn.try, &tree.Break{StmtNode: node})
	case "continue":
		c.next()
		c.expect(";")
		if c.fn.loops == 0 {
			c.errorf(node.Pos, CodeSyntax, "continue outside of a loop")
		}
		return c.jumpsOut(c.fn.try, &tree.Continue{StmtNode: node})
	case "asm", "__asm__", "__asm":
		return c.asm(node)
	case "__attribute__", "__attribute":
		c.attributes()
		c.expect(";")
		return &tree.Block{StmtNode: node, End: node.Pos}
	}
	return nil
}

func (c *statements) parenthesized(what string) tree.Expr {
	c.expect("(")
	e := c.condition(c.expression(), what)
	c.expect(")")
	return e
}

// ownBlock reads a statement that is a block, though it has no braces: one that selects or repeats,
// and each that is a part of such a one (C11 6.8.4p3, 6.8.5p5; not in C90). What it declares is not
// known behind it, and the objects of its compound literals die with it.
func (c *statements) ownBlock(read func() tree.Stmt) tree.Stmt {
	if c.olderThanC99 {
		return read()
	}
	c.push()
	defer c.pop()
	literals := c.literals
	s := read()
	if _, isBlock := s.(*tree.Block); isBlock || c.literals == literals {
		return s
	}
	return &tree.Block{StmtNode: tree.StmtNode{Pos: s.StmtPos()}, End: s.StmtPos(), Stmts: []tree.Stmt{s}}
}

func (c *statements) ifStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	s := &tree.If{StmtNode: node, Cond: c.parenthesized("the condition of if")}
	s.Then = c.ownBlock(c.statement)
	if c.accept("else") {
		s.Else = c.ownBlock(c.statement)
	}
	return s
}

func (c *statements) loopBody() tree.Stmt {
	c.fn.loops++
	c.fn.breaks++
	defer func() { c.fn.loops--; c.fn.breaks-- }()
	return c.ownBlock(c.statement)
}

func (c *statements) doStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	s := &tree.DoWhile{StmtNode: node, Body: c.loopBody()}
	if !c.accept("while") {
		c.syntaxError("expected while")
	}
	s.Cond = c.parenthesized("the condition of while")
	c.expect(";")
	return s
}

func (c *statements) forStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	c.push()
	defer c.pop()
	s := &tree.For{StmtNode: node}
	c.expect("(")
	switch {
	case c.accept(";"):
	case c.isDeclaration():
		s.Init = c.declaration()
	default:
		pos := c.tok.Pos
		s.Init = []tree.Stmt{&tree.ExprStmt{StmtNode: tree.StmtNode{Pos: pos}, X: c.effect(c.expression())}}
		c.expect(";")
	}
	if !c.is(";") {
		s.Cond = c.condition(c.expression(), "the condition of for")
	}
	c.expect(";")
	if !c.is(")") {
		s.Post = c.effect(c.expression())
	}
	c.expect(")")
	s.Body = c.loopBody()
	return s
}

func (c *statements) switchStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	c.expect("(")
	cond := c.rvalue(c.expression())
	if !isInteger(cond.ExprType()) {
		c.errorf(cond.Position(), CodeType, "the condition of switch has type %s", cond.ExprType().Name)
		cond = c.wrong(cond.Position())
	}
	cond = c.promote(cond)
	c.expect(")")
	s := &tree.Switch{StmtNode: node, Cond: cond}
	c.fn.switches = append(c.fn.switches, &switchState{stmt: s, typ: cond.ExprType()})
	c.fn.breaks++
	s.Body = c.ownBlock(c.statement)
	c.fn.breaks--
	c.fn.switches = c.fn.switches[:len(c.fn.switches)-1]
	c.checkCases(s)
	return s
}

func (c *statements) checkCases(s *tree.Switch) {
	seen := map[string]*tree.Case{}
	for _, k := range s.Cases {
		if k.Low.Cmp(k.High) != 0 {
			continue
		}
		key := k.Low.String()
		if old := seen[key]; old != nil {
			c.errorf(k.Pos, CodeType, "duplicate case value %s, also at %s", key, old.Pos)
		}
		seen[key] = k
	}
}

func (c *statements) caseStatement(node tree.StmtNode) tree.Stmt {
	k := &tree.Case{StmtNode: node, IsDefault: c.is("default")}
	c.next()
	if len(c.fn.switches) == 0 {
		c.errorf(node.Pos, CodeSyntax, "a case label outside of a switch")
		panic(bailout{})
	}
	sw := c.fn.switches[len(c.fn.switches)-1]
	if k.IsDefault {
		if sw.stmt.Default != nil {
			c.errorf(node.Pos, CodeType, "a second default, also at %s", sw.stmt.Default.Pos)
		}
		sw.stmt.Default = k
	} else {
		k.Low = c.caseValue(sw.typ)
		k.High = k.Low
		if c.accept("...") {
			k.High = c.caseValue(sw.typ)
		}
		sw.stmt.Cases = append(sw.stmt.Cases, k)
	}
	c.expect(":")
	k.Body = c.labelBody()
	return k
}

func (c *statements) caseValue(t *tree.Type) *big.Int {
	return wrap(c.constantInteger("a case label"), t)
}

// labelBody is the statement after a label; before a declaration or the end of a block there is none.
func (c *statements) labelBody() tree.Stmt {
	if c.is("__attribute__") {
		c.attributes()
	}
	if c.is("}") || c.isDeclaration() {
		return nil
	}
	return c.statement()
}

func (c *statements) labeled(node tree.StmtNode) tree.Stmt {
	name := c.tok.Text
	l := c.label(name, node.Pos)
	if c.fn.defined[l] {
		c.errorf(node.Pos, CodeName, "redefinition of label %s, defined at %s", name, l.Pos)
	}
	c.fn.defined[l] = true
	l.Pos = node.Pos
	c.next()
	c.next()
	return &tree.Labeled{StmtNode: node, Label: l, Body: c.labelBody()}
}

func (c *statements) gotoStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	if c.accept("*") {
		target := c.rvalue(c.expression())
		c.expect(";")
		return &tree.ComputedGoto{StmtNode: node, Target: target}
	}
	pos := c.tok.Pos
	l := c.label(c.identifierHere("a label"), pos)
	c.expect(";")
	return &tree.Goto{StmtNode: node, Label: l}
}

func (c *statements) returnStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	if c.accept(";") {
		return &tree.Return{StmtNode: node}
	}
	e := c.rvalue(c.expression())
	c.expect(";")
	t := c.fn.def.Type.Result
	if isVoid(t) {
		// A value that nobody gets is still evaluated.
		return &tree.Block{StmtNode: node, End: node.Pos, Stmts: []tree.Stmt{&tree.ExprStmt{StmtNode: node, X: e}, &tree.Return{StmtNode: node}}}
	}
	return &tree.Return{StmtNode: node, X: c.assign(e, t, "a return")}
}
