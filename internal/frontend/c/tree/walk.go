package tree

// Operands calls visit for each direct operand of e, in order of evaluation; the values of a
// compound literal are operands. Statements inside e are given to visitStmt.
func Operands(e Expr, visit func(Expr), visitStmt func(Stmt)) {
	switch e := e.(type) {
	case *Deref:
		visit(e.Pointer)
	case *Member:
		visit(e.Base)
	case *AddressOf:
		visit(e.Operand)
	case *Decay:
		visit(e.Array)
	case *Convert:
		visit(e.Operand)
	case *Unary:
		visit(e.Operand)
	case *Binary:
		visit(e.Left)
		visit(e.Right)
	case *PointerAdd:
		visit(e.Pointer)
		visit(e.Index)
		if e.SizeExpr != nil {
			visit(e.SizeExpr)
		}
	case *PointerDiff:
		visit(e.Left)
		visit(e.Right)
		if e.SizeExpr != nil {
			visit(e.SizeExpr)
		}
	case *Assign:
		visit(e.Target)
		visit(e.Value)
	case *AssignOp:
		visit(e.Target)
		visit(e.Operand)
		if e.SizeExpr != nil {
			visit(e.SizeExpr)
		}
	case *IncDec:
		visit(e.Target)
		if e.SizeExpr != nil {
			visit(e.SizeExpr)
		}
	case *Conditional:
		visit(e.Cond)
		if e.Then != nil {
			visit(e.Then)
		}
		visit(e.Else)
	case *Comma:
		visit(e.Left)
		visit(e.Right)
	case *Call:
		visit(e.Callee)
		for _, a := range e.Args {
			visit(a)
		}
	case *StatementExpr:
		visitStmt(e.Body)
		if e.Value != nil {
			visit(e.Value)
		}
	case *CompoundLiteral:
		e.Init.EachValue(visit)
	case *VaArg:
		visit(e.List)
	case *Asm:
		for _, o := range e.Outputs {
			visit(o)
		}
		for _, i := range e.Inputs {
			visit(i)
		}
		for _, i := range e.InMemory {
			visit(i)
		}
	}
}

// Parts calls visitStmt and visitExpr for the direct parts of s; the values in an initialiser are parts.
func Parts(s Stmt, visitExpr func(Expr), visitStmt func(Stmt)) {
	expr := func(e Expr) {
		if e != nil {
			visitExpr(e)
		}
	}
	stmt := func(s Stmt) {
		if s != nil {
			visitStmt(s)
		}
	}
	switch s := s.(type) {
	case *Block:
		for _, inner := range s.Stmts {
			stmt(inner)
		}
	case *ExprStmt:
		expr(s.X)
	case *Declare:
		s.Init.EachValue(visitExpr)
		expr(s.Cleanup)
	case *DeclareLength:
		for t := s.Type; t != nil; t = t.Elem {
			expr(t.LengthExpr)
		}
	case *If:
		expr(s.Cond)
		stmt(s.Then)
		stmt(s.Else)
	case *While:
		expr(s.Cond)
		stmt(s.Body)
	case *DoWhile:
		stmt(s.Body)
		expr(s.Cond)
	case *For:
		for _, inner := range s.Init {
			stmt(inner)
		}
		expr(s.Cond)
		stmt(s.Body)
		expr(s.Post)
	case *Switch:
		expr(s.Cond)
		stmt(s.Body)
	case *Case:
		stmt(s.Body)
	case *Labeled:
		stmt(s.Body)
	case *ComputedGoto:
		expr(s.Target)
	case *Return:
		expr(s.X)
	}
}

// EachValue calls visit for the values in an initialiser; there is none in one that is nil.
func (i *Initializer) EachValue(visit func(Expr)) {
	if i == nil {
		return
	}
	for _, e := range i.Entries {
		visit(e.Value)
	}
}

// EachExpr calls visit for e and all expressions inside it, each before its operands.
func EachExpr(e Expr, visit func(Expr)) {
	exprs, _ := walkers(visit, func(Stmt) {})
	exprs(e)
}

// EachExprOf calls visit for all expressions inside s, each before its operands.
func EachExprOf(s Stmt, visit func(Expr)) {
	_, stmts := walkers(visit, func(Stmt) {})
	stmts(s)
}

// EachStmt calls visit for s and all statements inside it, those of statement expressions too.
func EachStmt(s Stmt, visit func(Stmt)) {
	_, stmts := walkers(func(Expr) {}, visit)
	stmts(s)
}

func walkers(visitExpr func(Expr), visitStmt func(Stmt)) (exprs func(Expr), stmts func(Stmt)) {
	exprs = func(e Expr) {
		visitExpr(e)
		Operands(e, exprs, stmts)
	}
	stmts = func(s Stmt) {
		visitStmt(s)
		Parts(s, exprs, stmts)
	}
	return exprs, stmts
}

// Written are the lvalues that e itself writes to, apart from what its operands do.
func Written(e Expr) []Expr {
	switch e := e.(type) {
	case *Assign:
		return []Expr{e.Target}
	case *AssignOp:
		return []Expr{e.Target}
	case *IncDec:
		return []Expr{e.Target}
	case *Asm:
		if e.Memory {
			return append(append([]Expr(nil), e.Outputs...), e.InMemory...)
		}
		return e.Outputs
	}
	return nil
}

// WithoutConversions is the operand of the conversions around an expression: the expression itself if it is none.
func WithoutConversions(e Expr) Expr {
	for {
		c, ok := e.(*Convert)
		if !ok {
			return e
		}
		e = c.Operand
	}
}

// VariableOf is the variable that an lvalue is a part of, also by a pointer that is written down there; nil: there is
// none. Each part is looked at as inner has it, without conversions for instance.
func VariableOf(e Expr, inner func(Expr) Expr) *Object {
	for {
		switch x := inner(e).(type) {
		case *ObjectRef:
			return x.Object
		case *Member:
			e = x.Base
		case *Deref:
			e = x.Pointer
		case *PointerAdd:
			e = x.Pointer
		case *Decay:
			e = x.Array
		case *AddressOf:
			e = x.Operand
		default:
			return nil
		}
	}
}

// IsNull says that an expression is a constant null pointer, or the number 0.
func IsNull(e Expr) bool {
	c, ok := WithoutConversions(e).(*Constant)
	return ok && c.Int != nil && c.Int.Sign() == 0
}

// EndsRun says that an expression calls a function that does not return, as assertions do; e may be nil.
func EndsRun(e Expr) bool {
	found := false
	if e != nil {
		EachExpr(e, func(part Expr) { found = found || neverReturns(part) })
	}
	return found
}

// HasEnd says that a statement has such a call; s may be nil.
func HasEnd(s Stmt) bool {
	found := false
	if s != nil {
		EachExprOf(s, func(e Expr) { found = found || neverReturns(e) })
	}
	return found
}

// neverReturns says that e is such a call.
func neverReturns(e Expr) bool {
	call, ok := e.(*Call)
	if !ok {
		return false
	}
	f := call.Function()
	return f != nil && f.NoReturn
}

// Function is the function that is called by its name; nil: the call is one through a pointer.
func (c *Call) Function() *FunctionDef {
	callee := c.Callee
	if a, ok := callee.(*AddressOf); ok {
		callee = a.Operand
	}
	if ref, ok := callee.(*FunctionRef); ok {
		return ref.Function
	}
	return nil
}

// ShownObject is the object or the member that a pointer is made from, nil if it is not seen. It
// points at its start.
func ShownObject(e Expr) Expr {
	switch x := e.(type) {
	case *Convert:
		if x.Operand.ExprType().Kind == Pointer {
			return ShownObject(x.Operand)
		}
	case *AddressOf:
		return namedPlace(x.Operand)
	case *Decay:
		return namedPlace(x.Array)
	}
	return nil
}

func namedPlace(e Expr) Expr {
	for inner := e; ; {
		switch x := inner.(type) {
		case *ObjectRef:
			return e
		case *Member:
			inner = x.Base
		default:
			return nil
		}
	}
}
