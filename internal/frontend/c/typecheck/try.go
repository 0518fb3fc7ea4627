package typecheck

import (
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// tryState is Microsoft's __try block around the current statement.
type tryState struct {
	leave         *tree.Label
	isLeft        bool        // some __leave jumps to its end
	handler       *tree.Label // where an exception leads; nil: they are not modelled, or __finally follows
	loops, breaks int         // of the function where it starts
	outer         *tryState
}

// tryStatement reads __try { ... } __finally { ... } and __try { ... } __except (filter) { ... }.
// Exceptions are those that functions of the kernel raise on purpose: no access to memory and no
// arithmetic raises one. Without jumps out of the first block, which are refused, the block behind
// __finally runs after it.
func (c *checker) tryStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	state := &tryState{leave: &tree.Label{Name: "__leave", Pos: node.Pos}, loops: c.fn.loops, breaks: c.fn.breaks, outer: c.fn.try}
	if c.hasHandler() && c.modelsExceptions() {
		state.handler = &tree.Label{Name: "__except", Pos: node.Pos}
	}
	c.fn.try = state
	body := c.block()
	c.fn.try = state.outer
	out := &tree.Block{StmtNode: node, Stmts: []tree.Stmt{body}, End: body.End, Tries: true}
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
		return c.exceptBlock(out, state)
	}
	c.syntaxError("expected __finally or __except")
	return nil
}

// hasHandler says that __except follows the block that begins here.
func (c *checker) hasHandler() bool {
	depth := 0
	for n := 0; ; n++ {
		t := c.tok
		if n > 0 {
			t = c.peek(n)
		}
		switch {
		case t.Kind == preprocess.EOF:
			return false
		case t.Is("{"):
			depth++
		case t.Is("}"):
			if depth--; depth == 0 {
				return c.peek(n + 1).Is("__except")
			}
		}
	}
}

// The functions by which the models of a system take part in exceptions: whether one is raised now,
// and that a __try block begins (1) or ends (-1). Functions that may raise one look at the latter:
// where a caller's caller has the handler is not modelled.
const (
	raisesFunction = "yogi_raises"
	tryFunction    = "yogi_try"
)

func (c *checker) modelsExceptions() bool {
	return c.functions[raisesFunction] != nil && c.functions[tryFunction] != nil
}

// raising are the functions of the kernel that raise exceptions where they fail.
var raising = map[string]bool{
	"ProbeForRead": true, "ProbeForWrite": true, "MmProbeAndLockPages": true, "MmProbeAndLockProcessPages": true,
	"ExAllocatePoolWithQuota": true, "ExAllocatePoolWithQuotaTag": true, "ExRaiseStatus": true, "RtlRaiseStatus": true,
	"ExRaiseAccessViolation": true, "ExRaiseDatatypeMisalignment": true,
}

// exceptBlock reads what follows __except. The parts are the block, the way around the handler, and
// the handler, which a filter that asks for anything but it makes unsupported.
func (c *checker) exceptBlock(parts *tree.Block, state *tryState) tree.Stmt {
	pos := parts.End
	c.expect("(")
	filter := c.condition(c.rvalue(c.expression()), "the filter of __except")
	c.expect(")")
	handler := c.block()
	if state.handler == nil {
		return &tree.UnsupportedStmt{StmtNode: parts.StmtNode, Diagnostic: c.unsupportedDiagnostic(parts.Pos, "__try with __except")}
	}
	node := tree.StmtNode{Pos: pos}
	after := &tree.Label{Name: "__after", Pos: pos}
	parts.Stmts = append(append([]tree.Stmt{c.tryEvent(1, parts.Pos)}, parts.Stmts...),
		c.tryEvent(-1, pos),
		&tree.Goto{StmtNode: node, Label: after},
		&tree.Labeled{StmtNode: node, Label: state.handler},
		c.tryEvent(-1, pos),
		&tree.If{StmtNode: node, Cond: filter, Then: handler, Else: &tree.UnsupportedStmt{
			StmtNode: node, Diagnostic: c.unsupportedDiagnostic(pos, "a filter that declines an exception"),
		}},
		&tree.Labeled{StmtNode: node, Label: after},
	)
	parts.End = handler.End
	return parts
}

func (c *checker) tryEvent(change int64, pos source.Pos) tree.Stmt {
	f := c.functionRef(c.functions[tryFunction], pos)
	call := c.callWith(f, f.ExprType(), []tree.Expr{c.small(change, c.intType, pos)}, pos)
	return &tree.ExprStmt{StmtNode: tree.StmtNode{Pos: pos}, X: call}
}

// mayRaise puts what leads to the handler before a statement that is a call of a function that raises exceptions.
func (c *checker) mayRaise(s *tree.ExprStmt) tree.Stmt {
	try := c.fn.try
	if try == nil || try.handler == nil || !raising[calledFirst(s.X)] {
		return s
	}
	f := c.functionRef(c.functions[raisesFunction], s.Pos)
	cond := c.condition(c.callWith(f, f.ExprType(), nil, s.Pos), "a condition")
	return &tree.Block{StmtNode: s.StmtNode, End: s.Pos, Stmts: []tree.Stmt{
		&tree.If{StmtNode: s.StmtNode, Cond: cond, Then: &tree.Goto{StmtNode: s.StmtNode, Label: try.handler}},
		c.tryEvent(-1, s.Pos), s, c.tryEvent(1, s.Pos),
	}}
}

// calledFirst is the name of the function whose call an expression is, or that is assigned; "" if it is none.
func calledFirst(e tree.Expr) string {
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
		case *tree.Assign:
			e = x.Value
		case *tree.Call:
			if f, ok := x.Callee.(*tree.FunctionRef); ok {
				return f.Function.Name
			}
			return ""
		default:
			return ""
		}
	}
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
