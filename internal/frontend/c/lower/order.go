package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
)

// In which order operands and arguments are evaluated, compilers choose (C11 6.5p3, 6.5.2.2p10). It
// matters where one operand writes what the other reads or writes, or may end a run in which the
// other fails (touched.go). There a run takes either order, or the one in which nothing is hidden
// (eitherorder.go), or, in some expressions, that from left to right, which is an assumption.
//
// A local scalar that no pointer leads to is a register of the compiler's, too. Where one operand writes it and
// another reads or writes it, the behaviour is undefined (6.5p2), and what gcc makes of it is neither order: in
// (i = 1) + (i = 2) it adds what i holds in the end. A run that gets there is not modelled.

// orders finds the operands whose order matters.
type orders struct {
	*watching
	direct, whole map[*tree.FunctionDef]*touched
	active        map[tree.Expr]bool // see isActive
	bounded       map[tree.Expr]bool // steps of loops that cannot overflow: counted.go
	outside       []*tree.Object     // objects that a function without a body may change
	looksAtErrno  bool               // so does the program
	endsWith      bool               // something that other operands may notice happens at the end of the program
}

// relyOnOrder finds the expressions of the program in which the order may matter.
func (l *lowerer) relyOnOrder() {
	o := l.newOrders()
	l.changesRegisters = o.changesRegisters()
	for _, def := range l.reach.functions {
		if def.Body == nil {
			continue
		}
		tree.EachExprOf(def.Body, func(e tree.Expr) {
			if o.collides(e) {
				l.collides[e] = true
				return
			}
			either := o.hasEitherOrder(e)
			switch needed := o.needed(e); {
			case needed == noOrder, needed == onlyForward && !either: // from left to right
			case either:
				l.evaluated[e] = needed
			default:
				l.assume(assumption.EvaluationOrder, e.Position())
			}
		})
		tree.EachStmt(def.Body, func(s tree.Stmt) {
			if s, ok := s.(*tree.DeclareLength); ok && o.disordered(lengthsOf(s.Type)) {
				l.disordered[s] = true
			}
		})
	}
}

// lengthsOf are the lengths of a type, which gcc and clang evaluate in opposite orders: those of
// int a[f()][g()] from the right and from the left.
func lengthsOf(t *tree.Type) []tree.Expr {
	var out []tree.Expr
	for ; t != nil; t = t.Elem {
		if t.LengthExpr != nil {
			out = append(out, t.LengthExpr)
		}
	}
	return out
}

// needed are the orders of e's operands that have to be looked at, so that each failure of e in one of the two orders
// is seen.
func (o *orders) needed(e tree.Expr) orderSet {
	operands := unordered(e)
	return o.neededAmong(operands, o.ofAll(operands))
}

// ofAll finds the effects of operands; nil: in whatever order they are evaluated they do not notice each other.
func (o *orders) ofAll(operands []tree.Expr) []*touched {
	if len(operands) < 2 || !slices.ContainsFunc(operands, o.isActive) {
		return nil
	}
	all := make([]*touched, len(operands))
	for i, x := range operands {
		all[i] = o.of(x)
	}
	return all
}

// disordered says that one of the expressions has effects that another notices.
func (o *orders) disordered(operands []tree.Expr) bool {
	all := o.ofAll(operands)
	return o.neededAmong(operands, all) != noOrder || collideAmong(all)
}

// collides says that operands of e, or of what its place is computed from, write or read one register that another of
// them writes.
func (o *orders) collides(e tree.Expr) bool {
	if collideAmong(o.ofAll(unordered(e))) {
		return true
	}
	switch e := e.(type) {
	case *tree.Deref:
		return o.collides(e.Pointer)
	case *tree.Member:
		return o.collides(e.Base)
	case *tree.Decay:
		return o.collides(e.Array)
	case *tree.AddressOf:
		return o.collides(e.Operand)
	case *tree.PointerAdd:
		return o.collides(e.Pointer)
	}
	return false
}

// endWhereOperandsCollide ends the path at an expression whose operands collide.
func (b *expressions) endWhereOperandsCollide(e tree.Expr) {
	if b.collides[e] {
		b.unsupported(e.Position(), "operands of which one writes a variable that another one reads or writes (C11 6.5p2)")
	}
}

func collideAmong(all []*touched) bool {
	for i, right := range all {
		for _, left := range all[:i] {
			if left.collidesWith(right) || right.collidesWith(left) {
				return true
			}
		}
	}
	return false
}

func (o *orders) neededAmong(operands []tree.Expr, all []*touched) orderSet {
	needed, passive := noOrder, noOrder
	for i, right := range all {
		for j, before := range all[:i] {
			needed |= o.neededOfTwo(operands[j], before, right)
			if o.hides(right, before) && !o.isActive(operands[j]) {
				passive = onlyForward
			}
		}
	}
	// What only computes goes wrong from left to right wherever it does in any order, so it asks for no order. Where
	// other operands ask for one it has to have its own.
	if needed != noOrder {
		needed |= passive
	}
	return needed
}

// neededOfTwo is about two operands, of which the first is given. One that ends the run, or never comes back, hides
// that the other fails: it has to come second. That is all there is to look at where it does not fail itself.
func (o *orders) neededOfTwo(first tree.Expr, left, right *touched) orderSet {
	hidesRight, hidesLeft := o.hides(left, right), o.hides(right, left) && o.isActive(first)
	switch {
	case left.minds(right), hidesRight && left.fails, hidesLeft && right.fails:
		return bothOrders
	case hidesRight:
		return onlyBack
	case hidesLeft:
		return onlyForward
	}
	return noOrder
}

// isActive says that e does more than read.
func (o *orders) isActive(e tree.Expr) bool {
	if known, ok := o.active[e]; ok {
		return known
	}
	found := false
	switch e.(type) {
	case *tree.Assign, *tree.AssignOp, *tree.IncDec, *tree.StatementExpr, *tree.Asm, *tree.VaArg, *tree.Call:
		found = true
	default:
		tree.Operands(e, func(x tree.Expr) { found = found || o.isActive(x) }, func(tree.Stmt) {})
	}
	o.active[e] = found
	return found
}

// unordered are the operands of e that may be evaluated in any order.
func unordered(e tree.Expr) []tree.Expr {
	switch e := e.(type) {
	case *tree.Binary:
		if e.Op != tree.LogicalAnd && e.Op != tree.LogicalOr {
			return []tree.Expr{e.Left, e.Right}
		}
	case *tree.PointerAdd:
		return []tree.Expr{e.Pointer, e.Index}
	case *tree.PointerDiff:
		return []tree.Expr{e.Left, e.Right}
	case *tree.Assign:
		return []tree.Expr{&tree.AddressOf{Operand: e.Target}, e.Value}
	case *tree.AssignOp:
		return []tree.Expr{e.Target, e.Operand}
	case *tree.Call:
		return append([]tree.Expr{e.Callee}, e.Args...)
	}
	return nil
}
