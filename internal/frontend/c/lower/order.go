package lower

import (
	"maps"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
)

// In which order operands and arguments are evaluated, compilers choose (C11 6.5p3, 6.5.2.2p10). It matters where one
// operand writes what the other reads or writes, or may end a run in which the other fails. There a run takes either
// order (eitherorder.go) or, in some expressions, that from left to right, which is an assumption.

// touched has the effects of an expression or a call that another operand may notice. Locals that
// no pointer leads to are left out: two operands that both have to do with one are undefined.
type touched struct {
	reads, writes map[*tree.Object]bool
	// Memory behind pointers.
	readsMemory, writesMemory bool
	fails, stops              bool
	calls                     map[*tree.FunctionDef]bool // functions with a body, not yet looked into
}

func newTouched() *touched {
	return &touched{reads: map[*tree.Object]bool{}, writes: map[*tree.Object]bool{}, calls: map[*tree.FunctionDef]bool{}}
}

func (t *touched) add(other *touched) {
	maps.Copy(t.reads, other.reads)
	maps.Copy(t.writes, other.writes)
	t.readsMemory = t.readsMemory || other.readsMemory
	t.writesMemory = t.writesMemory || other.writesMemory
	t.fails = t.fails || other.fails
	t.stops = t.stops || other.stops
}

// minds says that a run in which t comes before the other may differ from one in which it comes behind.
func (t *touched) minds(other *touched) bool {
	return t.disturbs(other) || other.disturbs(t)
}

func (t *touched) disturbs(other *touched) bool {
	if t.stops && other.fails {
		return true
	}
	if t.writesMemory && (other.readsMemory || other.writesMemory || anyInMemory(other.reads) || anyInMemory(other.writes)) {
		return true
	}
	if (other.readsMemory || other.writesMemory) && anyInMemory(t.writes) {
		return true
	}
	for o := range t.writes {
		if other.reads[o] || other.writes[o] {
			return true
		}
	}
	return false
}

// anyInMemory says that a pointer may lead to one of the objects.
func anyInMemory(objects map[*tree.Object]bool) bool {
	for o := range objects {
		if o.AddressTaken || o.IsShared() {
			return true
		}
	}
	return false
}

// orders finds the operands whose order matters.
type orders struct {
	*lowerer
	direct, whole map[*tree.FunctionDef]*touched
	active        map[tree.Expr]bool // see isActive
}

// relyOnOrder finds the expressions of the program in which the order may matter.
func (l *lowerer) relyOnOrder() {
	o := &orders{lowerer: l, direct: map[*tree.FunctionDef]*touched{}, whole: map[*tree.FunctionDef]*touched{}, active: map[tree.Expr]bool{}}
	for _, def := range l.reach.functions {
		if def.Body == nil {
			continue
		}
		tree.EachExprOf(def.Body, func(e tree.Expr) {
			switch {
			case !o.matters(e):
			case o.hasEitherOrder(e):
				l.eitherOrder[e] = true
			default:
				l.assume(assumption.EvaluationOrder, e.Position())
			}
		})
		tree.EachStmt(def.Body, func(s tree.Stmt) {
			if s, ok := s.(*tree.DeclareLength); ok && o.mattersAmong(lengthsOf(s.Type)) {
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

// matters says that the order of some two operands of e does.
func (o *orders) matters(e tree.Expr) bool {
	return o.mattersAmong(unordered(e))
}

func (o *orders) mattersAmong(operands []tree.Expr) bool {
	if len(operands) < 2 {
		return false
	}
	if !slices.ContainsFunc(operands, o.isActive) {
		return false
	}
	all := make([]*touched, len(operands))
	for i, x := range operands {
		all[i] = o.of(x)
		for _, before := range all[:i] {
			if before.minds(all[i]) {
				return true
			}
		}
	}
	return false
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

// of finds the effects of evaluating e, those in the functions that it calls included.
func (o *orders) of(e tree.Expr) *touched {
	out := newTouched()
	o.note(e, out)
	for def := range out.calls {
		out.add(o.function(def))
	}
	return out
}

// function finds the effects of a call of def.
func (o *orders) function(def *tree.FunctionDef) *touched {
	if known, ok := o.whole[def]; ok {
		return known
	}
	out := newTouched()
	seen := map[*tree.FunctionDef]bool{def: true}
	for work := []*tree.FunctionDef{def}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		t := o.direct[f]
		if t == nil {
			t = newTouched()
			tree.EachExprOf(f.Body, func(e tree.Expr) { o.noteOne(e, t) })
			o.direct[f] = t
		}
		out.add(t)
		for callee := range t.calls {
			if !seen[callee] {
				seen[callee] = true
				work = append(work, callee)
			}
		}
	}
	o.whole[def] = out
	return out
}

// note notes what evaluating e touches, but for the places that it only takes the address of or assigns to.
func (o *orders) note(e tree.Expr, t *touched) {
	if a, ok := e.(*tree.AddressOf); ok {
		o.notePlace(a.Operand, t)
		return
	}
	tree.EachExpr(e, func(x tree.Expr) { o.noteOne(x, t) })
}

// notePlace notes what finding a place touches.
func (o *orders) notePlace(e tree.Expr, t *touched) {
	switch e := e.(type) {
	case *tree.ObjectRef:
	case *tree.Member:
		o.notePlace(e.Base, t)
	case *tree.Deref:
		if inner := directPlace(e); inner != nil {
			o.notePlace(inner, t)
			return
		}
		o.note(e.Pointer, t)
	default:
		o.note(e, t)
	}
}

// noteOne notes what e touches beside its operands.
func (o *orders) noteOne(e tree.Expr, t *touched) {
	for _, target := range tree.Written(e) {
		switch root := objectOf(target); {
		case root == nil:
			t.writesMemory = true
		case noticed(root):
			t.writes[root] = true
		}
	}
	switch e := e.(type) {
	case *tree.ObjectRef:
		if noticed(e.Object) && !e.Object.Type.Const {
			t.reads[e.Object] = true
		}
	case *tree.Deref:
		if directPlace(e) == nil && e.Type.Kind != tree.Function {
			t.readsMemory = true
		}
	case *tree.Asm:
		t.writesMemory = t.writesMemory || e.Memory
	case *tree.VaArg:
		t.readsMemory, t.writesMemory = true, true
	case *tree.Call:
		o.noteCall(e, t)
	}
}

// noticed says that another function, or a pointer, may find an object.
func noticed(object *tree.Object) bool { return object.Static || object.AddressTaken }

func (o *orders) noteCall(e *tree.Call, t *touched) {
	def := directCallee(e.Callee)
	switch {
	case def == nil:
		t.readsMemory, t.writesMemory, t.fails, t.stops = true, true, true, true
	case o.isErrorFunction(def):
		t.fails = true
	case def.Body != nil:
		t.calls[def] = true
	case def.NoReturn || IsVocabulary(def.Name, nil):
		t.stops = t.stops || def.NoReturn || len(e.Args) > 0
	case def.Constant:
	default:
		// What is asked of the world has any result in either order; what is handed over is read and written.
		for _, a := range e.Args {
			if a.ExprType().Kind == tree.Pointer && !onlyPrints[def.Name] {
				t.readsMemory = true
				t.writesMemory = t.writesMemory || !a.ExprType().Elem.Const
			}
		}
	}
}

// onlyPrints are functions that change nothing which the program reads.
var onlyPrints = map[string]bool{"printf": true, "puts": true, "putchar": true, "fprintf": true, "fputs": true, "perror": true}
