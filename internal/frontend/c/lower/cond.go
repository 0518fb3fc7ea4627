package lower

import (
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// isTrue is the condition that a scalar is not zero.
func (b *builder) isTrue(t *term.Term) *term.Term {
	switch t.Sort().Kind {
	case term.KindFloat:
		return b.terms.Not(b.terms.FIsZero(t))
	case term.KindBool:
		return t
	}
	zero := b.terms.BVConst(t.Sort().Width, 0)
	if signed, ok := b.viewed(t); ok {
		return b.mathematicalIntegers().compareViews(tree.NotEqual, signed, t, zero)
	}
	return b.terms.Ne(t, zero)
}

// cond evaluates an expression as a condition.
func (b *expressions) cond(e tree.Expr) *term.Term {
	switch e := e.(type) {
	case *tree.Unary:
		if e.Op == tree.LogicalNot {
			return b.terms.Not(b.cond(e.Operand))
		}
	case *tree.Convert:
		if keepsTruth(e) {
			return b.cond(e.Operand)
		}
	case *tree.Binary:
		switch e.Op {
		case tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual, tree.Equal, tree.NotEqual:
			return b.comparison(e)
		case tree.LogicalAnd, tree.LogicalOr:
			return b.logicalCond(e)
		}
	}
	if isRounded(e) {
		b.roundsTo(e.ExprType())
	}
	return b.isTrue(b.scalar(e))
}

// keepsTruth says that a conversion turns zero into zero and nothing else.
func keepsTruth(e *tree.Convert) bool {
	from, to := e.Operand.ExprType(), e.Type
	if !isModelled(from) || !isModelled(to) || !from.IsScalar() {
		return false
	}
	if to.Kind == tree.Bool {
		return true
	}
	if to.Kind != tree.Integer && to.Kind != tree.Pointer || from.IsFloating() {
		return false
	}
	return to.Size >= from.Size && (to.Width == 0 || to.Width >= from.Width && from.Width > 0)
}

// logicalCond evaluates && and ||, with branches only where the right operand does something.
func (b *expressions) logicalCond(e *tree.Binary) *term.Term {
	if b.isPure(e.Right) {
		left := b.cond(e.Left)
		right := b.cond(e.Right)
		if e.Op == tree.LogicalAnd {
			return b.terms.And(left, right)
		}
		return b.terms.Or(left, right)
	}
	result := b.newTemp(b.terms.Bool())
	yes, no, done := b.newBlock("", e.Pos), b.newBlock("", e.Pos), b.newBlock("", e.Pos)
	b.branchOn(e, yes, no)
	for i, block := range []*ir.Block{yes, no} {
		b.enter(block)
		b.assign(e.Pos, result, b.terms.BoolConst(i == 0))
		b.block.Jump(e.Pos, done)
	}
	b.enter(done)
	return result.Sym
}

func (b *expressions) logical(e *tree.Binary) *term.Term {
	return b.truthValue(b.logicalCond(e), e.Type)
}

// branchOn goes to then or els by the truth of e and leaves no current block.
func (b *expressions) branchOn(e tree.Expr, then, els *ir.Block) {
	switch x := e.(type) {
	case *tree.Unary:
		if x.Op == tree.LogicalNot {
			b.branchOn(x.Operand, els, then)
			return
		}
	case *tree.Convert:
		if keepsTruth(x) {
			b.branchOn(x.Operand, then, els)
			return
		}
	case *tree.Binary:
		if (x.Op == tree.LogicalAnd || x.Op == tree.LogicalOr) && (!b.isPure(x.Right) || b.fromOutside().testsNull(x)) {
			b.branchLogical(x, then, els)
			return
		}
	}
	cond := b.cond(e)
	then, els = b.fromOutside().noteNull(e, then, els)
	b.block.Branch(e.Position(), cond, then, els)
	b.block.Terminator.(*ir.Goto).Branch = branchText(e)
	b.block = nil
}

func (b *expressions) branchLogical(e *tree.Binary, then, els *ir.Block) {
	right := b.newBlock("", e.Pos)
	if e.Op == tree.LogicalAnd {
		b.branchOn(e.Left, right, els)
	} else {
		b.branchOn(e.Left, then, right)
	}
	b.enter(right)
	b.branchOn(e.Right, then, els)
}

// isPure says that evaluating e emits no instruction, so that it may be evaluated where C would
// not.
func (b *expressions) isPure(e tree.Expr) bool {
	if !isModelled(e.ExprType()) || b.arithmeticChecks().mayGoWrong(e) {
		return false
	}
	switch e := e.(type) {
	case *tree.Constant:
		return true
	case *tree.ObjectRef, *tree.Deref, *tree.Member:
		return e.ExprType().IsScalar() && b.inRegisters(e)
	case *tree.AddressOf:
		return b.isPureAddress(e.Operand)
	case *tree.Decay:
		return b.isPureAddress(e.Array)
	case *tree.FunctionRef:
		return !mayBeMissing(e)
	case *tree.Convert:
		return b.isPureConversion(e)
	case *tree.Unary:
		return b.isPure(e.Operand)
	case *tree.Binary:
		return b.isPureBinary(e)
	case *tree.PointerAdd:
		return e.SizeExpr == nil && e.ElemSize > 0 && b.isPure(e.Pointer) && b.isPure(e.Index)
	case *tree.Conditional:
		return e.Then != nil && e.Type.IsScalar() && b.isPure(e.Cond) && b.isPure(e.Then) && b.isPure(e.Else)
	}
	return false
}

func (b *expressions) isPureConversion(e *tree.Convert) bool {
	from := e.Operand.ExprType()
	if from.IsFloating() && !e.Type.IsFloating() && e.Type.Kind != tree.Bool {
		return false
	}
	if from.Kind == tree.Pointer && e.Type.Kind == tree.Integer {
		return false // who takes a number writes whose it is
	}
	return e.Type.IsScalar() && from.IsScalar() && b.isPure(e.Operand)
}

func (b *expressions) isPureBinary(e *tree.Binary) bool {
	if !b.isPure(e.Left) || !b.isPure(e.Right) {
		return false
	}
	switch e.Op {
	case tree.Divide, tree.Remainder:
		c := tree.ConstantOf(e.Right)
		return e.Type.IsFloating() || c != nil && c.Int.Sign() > 0
	case tree.ShiftLeft, tree.ShiftRight:
		c := tree.ConstantOf(e.Right)
		return c != nil && c.Int.Sign() >= 0 && c.Int.IsInt64() && c.Int.Int64() < int64(b.sortOf(e.Type).Width)
	case tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual:
		return e.Left.ExprType().Kind != tree.Pointer
	}
	return true
}

// inRegisters says that an lvalue names registers.
func (b *expressions) inRegisters(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return !b.reach.inMemory[e.Object]
	case *tree.Member:
		return isPlace(e.Base) && b.inRegisters(e.Base)
	case *tree.Deref:
		inner := directPlace(e)
		return inner != nil && b.inRegisters(inner)
	}
	return false
}

// isPureAddress says that the address of an lvalue is found without an instruction.
func (b *expressions) isPureAddress(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef, *tree.StringRef, *tree.FunctionRef:
		return !mayBeMissing(e)
	case *tree.Member:
		return isPlace(e.Base) && b.isPureAddress(e.Base)
	case *tree.Deref:
		if inner := directPlace(e); inner != nil {
			return b.isPureAddress(inner)
		}
		return b.isPure(e.Pointer)
	}
	return false
}

// hasEffects says that evaluating e may change a register that an expression evaluated before it
// reads.
func (l *evaluation) hasEffects(e tree.Expr) bool {
	known, done := l.effects[e]
	if done {
		return known
	}
	found := false
	switch e := e.(type) {
	case *tree.Assign, *tree.AssignOp, *tree.IncDec, *tree.StatementExpr, *tree.Asm, *tree.CompoundLiteral, *tree.VaArg:
		found = true
	case *tree.Call:
		found = l.callHasEffects(e)
	}
	if !found {
		tree.Operands(e, func(x tree.Expr) { found = found || l.hasEffects(x) }, func(tree.Stmt) {})
	}
	l.effects[e] = found
	return found
}

// callHasEffects says that the callee may assign registers: it has a body, changes the rounding
// mode, is not known, or is one that the program does not define where some registers are the
// outside's.
func (l *evaluation) callHasEffects(e *tree.Call) bool {
	def := directCallee(e.Callee)
	switch {
	case def == nil || setsRounding(def):
		return true
	case l.isErrorFunction(def):
		return false
	case def.Body != nil:
		return true
	}
	return l.changesRegisters && !intrinsic.IsWord(def.Name)
}
