package typecheck

import "yogi/internal/frontend/c/tree"

// tryState is Microsoft's __try block around the current statement.
type tryState struct {
	leave         *tree.Label
	isLeft        bool // some __leave jumps to its end
	loops, breaks int  // of the function where it starts
	outer         *tryState
}

// tryStatement reads __try { ... } __finally { ... }. Without exceptions, which are not modelled, and without jumps
// out of the first block, which are refused, one block runs after the other. __except is refused.
func (c *checker) tryStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	state := &tryState{leave: &tree.Label{Name: "__leave", Pos: node.Pos}, loops: c.fn.loops, breaks: c.fn.breaks, outer: c.fn.try}
	c.fn.try = state
	body := c.block()
	c.fn.try = state.outer
	out := &tree.Block{StmtNode: node, Stmts: []tree.Stmt{body}, End: body.End}
	if state.isLeft {
		out.Stmts = append(out.Stmts, &tree.Labeled{StmtNode: tree.StmtNode{Pos: body.End}, Label: state.leave})
	}
	switch {
	case c.accept("__finally"):
		cleanup := c.block()
		out.Stmts = append(out.Stmts, cleanup)
		out.End = cleanup.End
		return out
	case c.accept("__except"):
		c.expect("(")
		c.expression()
		c.expect(")")
		c.block()
		return &tree.UnsupportedStmt{StmtNode: node, Diagnostic: c.unsupportedDiagnostic(node.Pos, "__try with __except")}
	}
	c.syntaxError("expected __finally or __except")
	return nil
}

// leaveStatement is __leave: it goes to the end of the __try block.
func (c *checker) leaveStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	c.expect(";")
	if c.fn.try == nil {
		c.errorf(node.Pos, CodeSyntax, "__leave outside of __try")
		return &tree.Block{StmtNode: node, End: node.Pos}
	}
	c.fn.try.isLeft = true
	return &tree.Goto{StmtNode: node, Label: c.fn.try.leave}
}

// jumpsOut refuses a jump that would leave a __try block past its __finally.
func (c *checker) jumpsOut(s tree.Stmt) tree.Stmt {
	try := c.fn.try
	if try == nil {
		return s
	}
	what := ""
	switch s := s.(type) {
	case *tree.Return, *tree.Block:
		what = "return"
	case *tree.Goto, *tree.ComputedGoto:
		what = "goto"
	case *tree.Break:
		if c.fn.breaks > try.breaks {
			return s
		}
		what = "break"
	case *tree.Continue:
		if c.fn.loops > try.loops {
			return s
		}
		what = "continue"
	}
	pos := s.StmtPos()
	return &tree.UnsupportedStmt{StmtNode: tree.StmtNode{Pos: pos}, Diagnostic: c.unsupportedDiagnostic(pos, "%s inside __try", what)}
}
