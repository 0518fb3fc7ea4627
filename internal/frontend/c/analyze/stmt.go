package analyze

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// block reads { ... } in a new scope.
func (c *checker) block() *tree.Block {
	c.push()
	defer c.pop()
	return c.blockInScope()
}

func (c *checker) blockInScope() *tree.Block {
	b := &tree.Block{StmtNode: tree.StmtNode{Pos: c.expect("{").pos}}
	for !c.is("}") {
		if c.tok().kind == endToken {
			c.fail(c.tok().pos, CodeSyntax, "expected } before the end of the file")
		}
		c.blockItem(&b.Stmts)
	}
	b.End = c.advance().pos
	return b
}

// blockItem reads a declaration or statement.
func (c *checker) blockItem(out *[]tree.Stmt) {
	switch {
	case c.accept("__label__"):
		for !c.accept(";") {
			c.advance()
		}
	case c.is("_Static_assert"):
		c.staticAssert()
	case c.startsDeclaration():
		c.localDeclaration(out)
	default:
		*out = append(*out, c.statement())
	}
}

func (c *checker) localDeclaration(out *[]tree.Stmt) {
	s := c.declarationSpecifiers()
	if c.accept(";") {
		return
	}
	for {
		d := c.declarator(s.typ, true)
		if d.name == "" {
			c.fail(c.tok().pos, CodeSyntax, "expected a name before %q", c.tok().text)
		}
		if d.typ.Kind == tree.Function && c.is("{") {
			c.fail(d.pos, CodeUnsupported, "nested functions are not supported")
		}
		c.declareOne(&s, d, out)
		if !c.accept(",") {
			break
		}
	}
	c.expect(";")
}

func (c *checker) statement() tree.Stmt {
	t := c.tok()
	node := tree.StmtNode{Pos: t.pos}
	if t.kind == punctToken {
		switch t.text {
		case "{":
			return c.block()
		case ";":
			c.advance()
			return &tree.Block{StmtNode: node, End: t.pos}
		}
	}
	if t.kind == nameToken {
		if next := c.ahead(1); next.text == ":" && next.kind == punctToken && t.text != "default" {
			return c.labeled()
		}
		if read, ok := statementReaders[t.text]; ok {
			c.advance()
			return read(c, node)
		}
	}
	e := c.expression()
	c.expect(";")
	return &tree.ExprStmt{StmtNode: node, X: e}
}

// statementReaders read the statements that start with a keyword, which has been read.
var statementReaders map[string]func(c *checker, node tree.StmtNode) tree.Stmt

func init() {
	statementReaders = map[string]func(c *checker, node tree.StmtNode) tree.Stmt{
		"if": (*checker).ifStatement, "while": (*checker).whileStatement, "do": (*checker).doStatement,
		"for": (*checker).forStatement, "switch": (*checker).switchStatement, "case": (*checker).caseStatement,
		"default": (*checker).defaultStatement, "goto": (*checker).gotoStatement, "return": (*checker).returnStatement,
		"break": func(c *checker, node tree.StmtNode) tree.Stmt {
			c.expect(";")
			return &tree.Break{StmtNode: node}
		},
		"continue": func(c *checker, node tree.StmtNode) tree.Stmt {
			c.expect(";")
			return &tree.Continue{StmtNode: node}
		},
		"asm": (*checker).asmStatement, "__asm__": (*checker).asmStatement, "__asm": (*checker).asmStatement,
	}
}

// label returns the label of a name, made at its first use.
func (c *checker) label(name string, pos source.Pos) *tree.Label {
	if c.function == nil {
		c.fail(pos, CodeSyntax, "a label outside a function")
	}
	l := c.function.labels[name]
	if l == nil {
		l = &tree.Label{Name: name, Pos: pos}
		c.function.labels[name] = l
		c.function.definition.Labels = append(c.function.definition.Labels, l)
	}
	return l
}

func (c *checker) labeled() tree.Stmt {
	name := c.advance()
	c.expect(":")
	c.attributes()
	l := c.label(name.text, name.pos)
	l.Pos = name.pos
	if c.function.defined[name.text] {
		c.report(name.pos, CodeName, "label %q is defined twice", name.text)
	}
	c.function.defined[name.text] = true
	return &tree.Labeled{StmtNode: tree.StmtNode{Pos: name.pos}, Label: l, Body: c.labeledBody()}
}

// labeledBody reads the statement after a label, if there is one; a declaration may follow too.
func (c *checker) labeledBody() tree.Stmt {
	if c.is("}") {
		return nil
	}
	if c.startsDeclaration() {
		return nil
	}
	return c.statement()
}

func (c *checker) parenthesised() tree.Expr {
	c.expect("(")
	e := c.condition(c.expression())
	c.expect(")")
	return e
}

func (c *checker) ifStatement(node tree.StmtNode) tree.Stmt {
	s := &tree.If{StmtNode: node, Cond: c.parenthesised()}
	s.Then = c.scoped()
	if c.accept("else") {
		s.Else = c.scoped()
	}
	return s
}

// scoped reads a statement that is a scope of its own.
func (c *checker) scoped() tree.Stmt {
	c.push()
	defer c.pop()
	return c.statement()
}

func (c *checker) whileStatement(node tree.StmtNode) tree.Stmt {
	cond := c.parenthesised()
	return &tree.While{StmtNode: node, Cond: cond, Body: c.scoped()}
}

func (c *checker) doStatement(node tree.StmtNode) tree.Stmt {
	body := c.scoped()
	c.expect("while")
	cond := c.parenthesised()
	c.expect(";")
	return &tree.DoWhile{StmtNode: node, Body: body, Cond: cond}
}

func (c *checker) forStatement(node tree.StmtNode) tree.Stmt {
	c.push()
	defer c.pop()
	s := &tree.For{StmtNode: node}
	c.expect("(")
	switch {
	case c.accept(";"):
	case c.startsDeclaration():
		c.localDeclaration(&s.Init)
	default:
		e := c.expression()
		s.Init = append(s.Init, &tree.ExprStmt{StmtNode: tree.StmtNode{Pos: e.Position()}, X: e})
		c.expect(";")
	}
	if !c.is(";") {
		s.Cond = c.condition(c.expression())
	}
	c.expect(";")
	if !c.is(")") {
		s.Post = c.expression()
	}
	c.expect(")")
	s.Body = c.scoped()
	return s
}

func (c *checker) switchStatement(node tree.StmtNode) tree.Stmt {
	c.expect("(")
	cond := c.rvalue(c.expression())
	c.expect(")")
	if !isInteger(cond.ExprType()) {
		c.fail(cond.Position(), CodeType, "a switch on a value of type %s", cond.ExprType())
	}
	t := c.types.promote(cond.ExprType())
	s := &tree.Switch{StmtNode: node, Cond: c.convert(cond, t)}
	f := c.function
	f.switches = append(f.switches, s)
	f.switchType = append(f.switchType, t)
	s.Body = c.scoped()
	f.switches = f.switches[:len(f.switches)-1]
	f.switchType = f.switchType[:len(f.switchType)-1]
	return s
}

func (c *checker) innermostSwitch(pos source.Pos) (*tree.Switch, *tree.Type) {
	n := len(c.function.switches)
	if n == 0 {
		c.fail(pos, CodeSyntax, "a case outside a switch")
	}
	return c.function.switches[n-1], c.function.switchType[n-1]
}

func (c *checker) caseStatement(node tree.StmtNode) tree.Stmt {
	s, t := c.innermostSwitch(node.Pos)
	low := wrapInteger(c.constantValue(), t)
	high := low
	if c.accept("...") {
		high = wrapInteger(c.constantValue(), t)
	}
	c.expect(":")
	label := &tree.Case{StmtNode: node, Low: low, High: high}
	for _, other := range s.Cases {
		if overlap(label, other) {
			c.report(node.Pos, CodeType, "the case %s is there twice", low)
		}
	}
	s.Cases = append(s.Cases, label)
	label.Body = c.labeledBody()
	return label
}

func overlap(a, b *tree.Case) bool {
	low, high := a.Low, a.High
	return low.Cmp(b.High) <= 0 && b.Low.Cmp(high) <= 0 && low.Cmp(high) <= 0 && b.Low.Cmp(b.High) <= 0
}

func (c *checker) defaultStatement(node tree.StmtNode) tree.Stmt {
	s, _ := c.innermostSwitch(node.Pos)
	c.expect(":")
	if s.Default != nil {
		c.report(node.Pos, CodeType, "default is there twice")
	}
	s.Default = &tree.Case{StmtNode: node, IsDefault: true, Low: new(big.Int), High: new(big.Int)}
	label := s.Default
	label.Body = c.labeledBody()
	return label
}

func (c *checker) gotoStatement(node tree.StmtNode) tree.Stmt {
	if c.accept("*") {
		e := c.rvalue(c.expression())
		c.expect(";")
		return &tree.ComputedGoto{StmtNode: node, Target: e}
	}
	name := c.advance()
	c.expect(";")
	return &tree.Goto{StmtNode: node, Label: c.label(name.text, name.pos)}
}

func (c *checker) returnStatement(node tree.StmtNode) tree.Stmt {
	s := &tree.Return{StmtNode: node}
	result := c.function.definition.Type.Result
	if !c.is(";") {
		e := c.expression()
		if result.Kind == tree.Void {
			// return f(); in a void function: evaluated for its effects.
			s.X = nil
			c.expect(";")
			effect := &tree.ExprStmt{StmtNode: node, X: e}
			return &tree.Block{StmtNode: node, Stmts: []tree.Stmt{effect, s}, End: node.Pos}
		}
		s.X = c.assignConvert(e, result, "the returned value")
	}
	c.expect(";")
	return s
}

// asmStatement reads asm("..." : outputs : inputs : clobbers : labels).
func (c *checker) asmStatement(node tree.StmtNode) tree.Stmt {
	for c.acceptAny("volatile", "__volatile__", "__volatile", "goto", "inline", "__inline") {
	}
	c.expect("(")
	a := &tree.Asm{Node: tree.Node{Type: c.types.void, Pos: node.Pos}}
	for c.tok().kind == stringToken {
		a.Text += string(c.advance().value)
	}
	for section := 0; c.accept(":"); section++ {
		for !c.is(":") && !c.is(")") {
			c.asmOperand(a, section)
			c.accept(",")
		}
	}
	c.expect(")")
	c.accept(";")
	return &tree.ExprStmt{StmtNode: node, X: a}
}

func (c *checker) asmOperand(a *tree.Asm, section int) {
	if c.accept("[") {
		c.advance()
		c.expect("]")
	}
	if section == 3 {
		name := c.advance()
		a.Labels = append(a.Labels, c.label(name.text, name.pos))
		return
	}
	constraint := ""
	for c.tok().kind == stringToken {
		constraint += string(c.advance().value)
	}
	if section == 2 {
		a.Memory = a.Memory || constraint == "memory"
		return
	}
	c.expect("(")
	e := c.expression()
	c.expect(")")
	for _, r := range constraint {
		a.Memory = a.Memory || r == 'm' || r == 'o' || r == 'V'
	}
	if section == 0 {
		c.markAddress(e)
		a.Outputs = append(a.Outputs, e)
		return
	}
	if a.Memory && isLvalue(e) {
		c.markAddress(e)
	}
	a.Inputs = append(a.Inputs, c.rvalue(e))
}
