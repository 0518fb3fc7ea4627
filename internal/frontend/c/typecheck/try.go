package typecheck

import (
	"maps"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// tryState is Microsoft's __try block around the current statement.
type tryState struct {
	leave         *tree.Label
	isLeft        bool                 // something jumps to its end
	hasHandler    bool                 // __except follows, not __finally
	handler       *tree.Label          // where an exception leads; nil: they are not modelled, or __finally follows
	loops, breaks int                  // of the function where it starts
	labels        map[*tree.Label]bool // those that the function has defined before
	gotos         []*tree.Block        // each with a goto: what it leads out of is known at the end of the block
	ways          *tree.Object         // with __finally: the number of the way out that control takes, 0 for the end; nil: there is none
	onward        []tree.Stmt          // the ways out that go on behind __finally, in the order of their numbers
	values        []tree.Stmt          // of the outermost block: the objects of what is returned
	outer         *tryState
}

// tryStatement reads __try { ... } __finally { ... } and __try { ... } __except (filter) { ... }.
// Exceptions are those that functions of the kernel raise on purpose: no access to memory and no
// arithmetic raises one. The block behind __finally runs after the first one, and a jump out of that
// goes on behind it.
func (c *statements) tryStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	state := &tryState{leave: &tree.Label{Name: "__leave", Pos: node.Pos}, loops: c.fn.loops, breaks: c.fn.breaks, outer: c.fn.try,
		hasHandler: c.hasHandler(), labels: maps.Clone(c.fn.defined)}
	if state.hasHandler && c.modelsExceptions() {
		state.handler = &tree.Label{Name: "__except", Pos: node.Pos}
	}
	c.fn.try = state
	body := c.block()
	c.fn.try = state.outer
	c.leadGotos(state)
	out := &tree.Block{StmtNode: node, Stmts: []tree.Stmt{body}, End: body.End, Tries: true}
	if state.isLeft {
		out.Stmts = append(out.Stmts, &tree.Labeled{StmtNode: tree.StmtNode{Pos: body.End}, Label: state.leave})
	}
	switch {
	case c.accept("__finally"):
		cleanup := c.block()
		out.Stmts = append(out.Stmts, cleanup)
		out.End = cleanup.End
		return declared(state.values, c.goOn(out, state))
	case c.accept("__except"):
		return declared(state.values, c.exceptBlock(out, state))
	}
	c.syntaxError("expected __finally or __except")
	return nil
}

// declared is a statement in a block that declares objects before it.
func declared(objects []tree.Stmt, s tree.Stmt) tree.Stmt {
	if len(objects) == 0 {
		return s
	}
	return &tree.Block{StmtNode: tree.StmtNode{Pos: s.StmtPos()}, Stmts: append(objects, s), End: s.StmtPos()}
}

// hasHandler says that __except follows the block that begins here.
func (c *statements) hasHandler() bool {
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

func (c *statements) modelsExceptions() bool {
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
func (c *statements) exceptBlock(parts *tree.Block, state *tryState) tree.Stmt {
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

func (c *statements) tryEvent(change int64, pos source.Pos) tree.Stmt {
	f := c.functionRef(c.functions[tryFunction], pos)
	call := c.callWith(f, f.ExprType(), []tree.Expr{c.small(change, c.intType, pos)}, pos)
	return &tree.ExprStmt{StmtNode: tree.StmtNode{Pos: pos}, X: call}
}

// mayRaise puts what leads to the handler before a statement that is a call of a function that raises exceptions.
func (c *statements) mayRaise(s *tree.ExprStmt) tree.Stmt {
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
func (c *statements) leaveStatement(node tree.StmtNode) tree.Stmt {
	c.next()
	c.expect(";")
	if c.fn.try == nil {
		c.errorf(node.Pos, CodeSyntax, "__leave outside of __try")
		return &tree.Block{StmtNode: node, End: node.Pos}
	}
	c.fn.try.isLeft = true
	return &tree.Goto{StmtNode: node, Label: c.fn.try.leave}
}

// jumpsOut is a jump as it leaves a __try block that it is in and those around that; nil: it is in none. Where a goto
// leads is known later.
func (c *statements) jumpsOut(try *tryState, s tree.Stmt) tree.Stmt {
	if try == nil {
		return s
	}
	switch s := s.(type) {
	case *tree.ComputedGoto:
		return &tree.UnsupportedStmt{StmtNode: s.StmtNode, Diagnostic: c.unsupportedDiagnostic(s.Pos, "a computed goto inside __try")}
	case *tree.Goto:
		out := &tree.Block{StmtNode: s.StmtNode, Stmts: []tree.Stmt{s}, End: s.Pos}
		try.gotos = append(try.gotos, out)
		return out
	case *tree.Break:
		if c.fn.breaks > try.breaks {
			return s
		}
	case *tree.Continue:
		if c.fn.loops > try.loops {
			return s
		}
	}
	return c.leaveTry(try, s)
}

// leadGotos sees which jumps of a __try block lead out of it, when its labels are known.
func (c *statements) leadGotos(try *tryState) {
	for _, g := range try.gotos {
		jump := g.Stmts[0].(*tree.Goto)
		isWithin := c.fn.defined[jump.Label] && !try.labels[jump.Label]
		if !isWithin {
			g.Stmts = []tree.Stmt{c.leaveTry(try, jump)}
		}
	}
}

// leaveTry is a jump out of a __try block: with __except it ends the block and goes on; with __finally
// it goes to the end of the block with the number of the way, and goes on behind __finally (goOn). What
// is returned is computed within the block.
func (c *statements) leaveTry(try *tryState, jump tree.Stmt) tree.Stmt {
	node := tree.StmtNode{Pos: jump.StmtPos()}
	out := &tree.Block{StmtNode: node, End: node.Pos}
	if b, ok := jump.(*tree.Block); ok { // the return of a value that nobody gets
		for _, s := range b.Stmts[:len(b.Stmts)-1] {
			out.Stmts = append(out.Stmts, c.mayRaise(s.(*tree.ExprStmt)))
		}
		jump = b.Stmts[len(b.Stmts)-1]
	}
	if r, ok := jump.(*tree.Return); ok && r.X != nil {
		value := &tree.Object{Name: "__returned", Type: c.unqualified(c.fn.def.Type.Result), Pos: node.Pos, Function: c.fn.def}
		ref := &tree.ObjectRef{Node: tree.Node{Type: value.Type, Pos: node.Pos}, Object: value}
		assign := &tree.Assign{Node: ref.Node, Target: ref, Value: r.X}
		// The object lives as long as the function does what is left of the block and of those around it.
		outermost := try
		for outermost.outer != nil {
			outermost = outermost.outer
		}
		outermost.values = append(outermost.values, &tree.Declare{StmtNode: node, Object: value})
		out.Stmts = append(out.Stmts, c.mayRaise(&tree.ExprStmt{StmtNode: node, X: assign}))
		jump = &tree.Return{StmtNode: node, X: c.rvalue(ref)}
	}
	onward := c.jumpsOut(try.outer, jump)
	if try.hasHandler {
		if try.handler != nil {
			out.Stmts = append(out.Stmts, c.tryEvent(-1, node.Pos))
		}
		out.Stmts = append(out.Stmts, onward)
		return out
	}
	if try.ways == nil {
		try.ways = &tree.Object{Name: "__way", Type: c.intType, Pos: node.Pos, Function: c.fn.def}
	}
	try.onward = append(try.onward, onward)
	out.Stmts = append(out.Stmts, c.setWay(try, len(try.onward), node), &tree.Goto{StmtNode: node, Label: try.leave})
	try.isLeft = true
	return out
}

func (c *statements) wayRef(try *tryState, pos source.Pos) tree.Expr {
	return &tree.ObjectRef{Node: tree.Node{Type: c.intType, Pos: pos}, Object: try.ways}
}

func (c *statements) setWay(try *tryState, number int, node tree.StmtNode) tree.Stmt {
	value := c.small(int64(number), c.intType, node.Pos)
	return &tree.ExprStmt{StmtNode: node, X: &tree.Assign{Node: tree.Node{Type: c.intType, Pos: node.Pos}, Target: c.wayRef(try, node.Pos), Value: value}}
}

// goOn puts the ways out of a __try block behind its __finally, and what they need before the block.
func (c *statements) goOn(parts *tree.Block, try *tryState) tree.Stmt {
	if try.ways == nil {
		return parts
	}
	node := tree.StmtNode{Pos: parts.End}
	start := tree.StmtNode{Pos: parts.Pos}
	parts.Stmts = append([]tree.Stmt{&tree.Declare{StmtNode: start, Object: try.ways}, c.setWay(try, 0, start)}, parts.Stmts...)
	for i, onward := range try.onward {
		cond := c.comparison(tree.Equal, c.rvalue(c.wayRef(try, node.Pos)), c.small(int64(i+1), c.intType, node.Pos), node.Pos)
		parts.Stmts = append(parts.Stmts, &tree.If{StmtNode: node, Cond: cond, Then: onward})
	}
	return parts
}
