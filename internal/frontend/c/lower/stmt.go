package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/term"
)

// stmt lowers a statement; afterwards the current block is where control goes on.
func (b *body) stmt(s tree.Stmt) {
	b.handsUncalled(s)
	switch s := s.(type) {
	case nil:
	case *tree.Block:
		if s.Tries {
			b.assume(assumption.OnPurposeExceptions, s.Pos)
		}
		b.openScope(s)
		for _, inner := range s.Stmts {
			b.stmt(inner)
		}
		b.closeScope(s.Pos)
	case *tree.ExprStmt:
		made := len(b.temporaries)
		b.exprStmt(s)
		b.localLives().endTemporaries(s.Pos, b.temporaries[made:])
	case *tree.Declare:
		made := len(b.temporaries)
		b.initializers().declare(s.Pos, s.Object, s.Init)
		b.localLives().endTemporaries(s.Pos, b.temporaries[made:])
		b.scheduled(s)
	case *tree.DeclareLength:
		b.declareLength(s)
	case *tree.If:
		b.ifStmt(s)
	case *tree.While:
		b.whileStmt(s)
	case *tree.DoWhile:
		b.doWhile(s)
	case *tree.For:
		b.forStmt(s)
	case *tree.Switch:
		b.switchStmt(s)
	case *tree.Case:
		b.caseStmt(s)
	default:
		b.jumpStmt(s)
	}
}

// statementExpr lowers the statements of ({ ... }) and evaluates the last.
func (b *body) statementExpr(e *tree.StatementExpr) value {
	unneeded := b.unneeded
	b.unneeded = false
	b.openScope(e.Body)
	for _, s := range e.Body.Stmts {
		b.stmt(s)
	}
	b.unneeded = unneeded
	var v value
	if e.Value != nil {
		v = b.snapshot(e.Pos, b.value(e.Value), e.Type)
	}
	b.closeScope(e.Pos)
	return v
}

func (b *body) exprStmt(s *tree.ExprStmt) {
	if s.X == nil {
		return
	}
	if target, ok := b.wholeFill(s.X); ok {
		b.zeroFill(target)
		return
	}
	b.effect(s.X)
}

// jumpStmt lowers labels and jumps.
func (b *body) jumpStmt(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.Labeled:
		b.labeled(s)
	case *tree.Goto:
		b.leaveFor(s.Pos, s.Label)
		b.jump(s.Pos, b.labelBlock(s.Label))
	case *tree.ComputedGoto:
		b.computedGoto(s)
	case *tree.Break:
		b.leave(s.Pos, b.breaks, "break")
	case *tree.Continue:
		b.leave(s.Pos, b.continues, "continue")
	case *tree.Return:
		b.returnStmt(s)
	case *tree.UnsupportedStmt:
		b.end(&ir.Unsupported{At: ir.At{Pos: s.Pos}, Diagnostic: s.Diagnostic})
	default:
		b.unsupported(s.StmtPos(), "this statement")
	}
}

// isEmpty says that a statement, or none, does nothing.
func isEmpty(s tree.Stmt) bool {
	switch s := s.(type) {
	case nil:
		return true
	case *tree.ExprStmt:
		return s.X == nil
	case *tree.Block:
		return len(s.Stmts) == 0
	}
	return false
}

func (b *body) ifStmt(s *tree.If) {
	if isEmpty(s.Then) && isEmpty(s.Else) && isInert(s.Cond) && mayTrap(s.Cond) {
		b.effect(s.Cond) // whose value nothing needs
		return
	}
	then, done := b.newBlock("", s.Then.StmtPos()), b.newBlock("", s.Pos)
	els := done
	if s.Else != nil {
		els = b.newBlock("", s.Else.StmtPos())
	}
	made := len(b.temporaries)
	b.branchOn(s.Cond, then, els)
	behind := len(b.temporaries)
	b.enter(then)
	b.localLives().endTemporaries(s.Pos, b.temporaries[made:behind])
	b.stmt(s.Then)
	b.block.Jump(s.Pos, done)
	if s.Else != nil {
		b.enter(els)
		b.localLives().endTemporaries(s.Pos, b.temporaries[made:behind])
		b.stmt(s.Else)
		b.block.Jump(s.Pos, done)
	}
	b.enter(done)
	b.localLives().endTemporaries(s.Pos, b.temporaries[made:behind])
}

func (b *body) whileStmt(s *tree.While) {
	head, inside, done := b.newBlock(ir.LoopLabel, s.Pos), b.newBlock("", s.Pos), b.newBlock(ir.BehindLabel, s.Pos)
	b.jumpTo(s.Pos, head)
	b.repeating++
	made := len(b.temporaries)
	b.branchOn(s.Cond, inside, done)
	behind := len(b.temporaries)
	b.repeating--
	b.enter(inside)
	b.localLives().endTemporaries(s.Pos, b.temporaries[made:behind])
	b.loop(s.Body, done, head)
	b.block.Jump(s.Pos, head)
	b.enter(done)
	b.localLives().endTemporaries(s.Pos, b.temporaries[made:behind])
}

func (b *body) doWhile(s *tree.DoWhile) {
	head, test, done := b.newBlock(ir.LoopLabel, s.Pos), b.newBlock("", s.Cond.Position()), b.newBlock(ir.BehindLabel, s.Pos)
	b.jumpTo(s.Pos, head)
	b.loop(s.Body, done, test)
	b.jumpTo(s.Pos, test)
	again := head
	if b.localLives().tracksScopes() { // temporaries of the condition are dead in the next round
		again = b.newBlock("", s.Pos)
	}
	b.repeating++
	made := len(b.temporaries)
	b.branchOn(s.Cond, again, done)
	b.repeating--
	if again != head {
		b.enter(again)
		b.localLives().endTemporaries(s.Pos, b.temporaries[made:])
		b.block.Jump(s.Pos, head)
	}
	b.enter(done)
	b.localLives().endTemporaries(s.Pos, b.temporaries[made:])
}

func (b *body) forStmt(s *tree.For) {
	b.openScope(s)
	for _, init := range s.Init {
		b.stmt(init)
	}
	head, inside := b.newBlock(ir.LoopLabel, s.Pos), b.newBlock("", s.Pos)
	post, done := b.newBlock("", s.Pos), b.newBlock(ir.BehindLabel, s.Pos)
	b.jumpTo(s.Pos, head)
	b.repeating++
	made := len(b.temporaries)
	if s.Cond != nil {
		b.branchOn(s.Cond, inside, done)
	} else {
		b.block.Jump(s.Pos, inside)
	}
	behind := len(b.temporaries)
	b.enter(inside)
	b.localLives().endTemporaries(s.Pos, b.temporaries[made:behind])
	b.loop(s.Body, done, post)
	b.jumpTo(s.Pos, post)
	if s.Post != nil {
		last := len(b.temporaries)
		b.effect(s.Post)
		b.localLives().endTemporaries(s.Pos, b.temporaries[last:])
	}
	b.repeating--
	b.block.Jump(s.Pos, head)
	b.enter(done)
	b.localLives().endTemporaries(s.Pos, b.temporaries[made:behind])
	b.closeScope(s.Pos)
}

func (b *body) switchStmt(s *tree.Switch) {
	pos := s.Pos
	made := len(b.temporaries)
	v := b.scalar(s.Cond)
	b.localLives().endTemporaries(pos, b.temporaries[made:])
	signed := isSigned(s.Cond.ExprType())
	done := b.newBlock("", pos)
	matched := b.terms.False()
	dispatch := &ir.Goto{At: ir.At{Pos: pos}, Branch: switchText(s)}
	b.tellSwitch(s, v)
	for _, c := range s.Cases {
		if c.IsDefault {
			continue
		}
		guard := b.caseGuard(v, signed, c)
		b.cases[c] = b.newBlock("case", c.Pos)
		dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: guard, Block: b.cases[c]})
		matched = b.terms.Or(matched, guard)
	}
	other := done
	if s.Default != nil {
		other = b.newBlock("default", s.Default.Pos)
		b.cases[s.Default] = other
	}
	dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: b.terms.Not(matched), Block: other})
	b.end(dispatch)
	b.withBreak(s.Body, done)
	b.jumpTo(pos, done)
}

func (b *body) caseGuard(v *term.Term, signed bool, c *tree.Case) *term.Term {
	width := v.Sort().Width
	low := b.terms.BVBig(width, c.Low)
	if c.High == nil || c.Low.Cmp(c.High) == 0 {
		return b.compareIntegers(tree.Equal, signed, v, low)
	}
	high := b.terms.BVBig(width, c.High)
	return b.terms.And(b.compareIntegers(tree.LessEqual, signed, low, v), b.compareIntegers(tree.LessEqual, signed, v, high))
}

func (b *body) caseStmt(s *tree.Case) {
	if block := b.cases[s]; block != nil {
		b.jumpTo(s.Pos, block)
		b.localLives().reentered()
	}
	if s.Body != nil {
		b.stmt(s.Body)
	}
}

func (b *body) labelBlock(l *tree.Label) *ir.Block {
	if b.labels[l] == nil {
		b.labels[l] = b.newBlock(l.Name, l.Pos)
	}
	return b.labels[l]
}

func (b *body) labeled(s *tree.Labeled) {
	b.placed[s.Label] = len(b.placed) + 1
	b.jumpTo(s.Pos, b.labelBlock(s.Label))
	b.localLives().reentered()
	if b.jumpsBack(b.def) { // it repeats what follows the label
		b.repeating++
	}
	if b.options.ErrorLabel != "" && b.checks(property.Reach) && s.Label.Name == b.options.ErrorLabel {
		b.end(&ir.Error{At: ir.At{Pos: s.Pos}, What: "label " + s.Label.Name + " is reached"})
	}
	if s.Body != nil {
		b.stmt(s.Body)
	}
}

// labelAddress is the value of &&label: a number that is no address of an object, another one for each label of the
// program. The tables of labels that a function keeps in static objects are filled before it runs.
func (b *expressions) labelAddress(l *tree.Label) *term.Term {
	number, known := b.labelNumbers[l]
	if !known {
		number = uint64(len(b.labelNumbers) + 1)
		b.labelNumbers[l] = number
	}
	if number >= b.granule() {
		b.unsupported(l.Pos, "the address of so many labels")
	}
	return b.addr(number)
}

func (b *body) computedGoto(s *tree.ComputedGoto) {
	if b.localLives().hasCleanups() {
		b.unsupported(s.Pos, "a computed goto out of the scope of a variable with the attribute cleanup")
		return
	}
	for _, open := range b.scopes {
		if len(open.objects) > 0 && b.localLives().tracksScopes() {
			b.unsupported(s.Pos, "a computed goto out of a block with objects, where the lifetime of objects is checked")
			return
		}
	}
	v := b.scalar(s.Target)
	dispatch := &ir.Goto{At: ir.At{Pos: s.Pos}}
	matched := b.terms.False()
	for _, l := range b.def.Labels {
		if !l.AddressTaken {
			continue
		}
		guard := b.terms.Eq(v, b.labelAddress(l))
		dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: guard, Block: b.labelBlock(l)})
		matched = b.terms.Or(matched, guard)
	}
	other := b.newBlock("", s.Pos)
	dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: b.terms.Not(matched), Block: other})
	b.end(dispatch)
	after := b.block
	b.enter(other)
	b.refuse(s.Pos, CodeValue, "goto an address that is no label of this function")
	b.enter(after)
}

func (b *body) returnStmt(s *tree.Return) {
	if s.X != nil {
		b.returnValue(s)
	} else {
		for _, r := range b.function.Results {
			b.havoc(s.Pos, r, ir.UninitializedRead, "result of "+b.def.Name, r.Type)
		}
	}
	if b.localLives().hasCleanups() { // which may look at what the blocks inside of theirs declare
		b.leaveScopes(s.Pos, 0, allLabels)
	}
	b.jump(s.Pos, b.exitBlock(b.def.End))
}

func (b *body) returnValue(s *tree.Return) {
	t := b.def.Type.Result
	v := b.value(s.X)
	switch {
	case t.Kind == tree.Void:
	case b.resultAddress != nil:
		b.store(s.Pos, place{typ: t, address: b.resultAddress}, v)
	case s.X.ExprType().Kind == tree.Void:
		for _, r := range b.function.Results {
			b.havoc(s.Pos, r, ir.UninitializedRead, "result of "+b.def.Name, r.Type)
		}
	default:
		cells := b.cellsOfValue(s.Pos, v, t)
		if t.Kind == tree.Pointer {
			cells[0] = b.returnedAddress(s.Pos, s.X, cells[0])
		}
		for i, c := range cells {
			b.assign(s.Pos, b.function.Results[i], c)
		}
	}
}

func (b *body) declareLength(s *tree.DeclareLength) {
	if b.disordered[s] {
		b.unsupported(s.Pos, "lengths of an array of which one has effects that another notices")
	}
	for t := s.Type; t != nil; t = t.Elem {
		if t.Kind != tree.Array || t.LengthExpr == nil || b.lengths[t] != nil && t != s.Type {
			continue
		}
		n := b.resizeBits(b.scalar(t.LengthExpr), b.pointerWidth(), isSigned(t.LengthExpr.ExprType()))
		if b.lengths[t] == nil {
			b.lengths[t] = b.newTemp(n.Sort())
		}
		b.assign(s.Pos, b.lengths[t], n)
	}
}
