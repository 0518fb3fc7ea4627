package tree

// Operands calls visit for each direct operand of e, in order of evaluation. Initialisers and statements
// inside e are given to visitInit and visitStmt.
func Operands(e Expr, visit func(Expr), visitInit func(*Initializer), visitStmt func(Stmt)) {
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
		visitInit(e.Init)
	case *VaArg:
		visit(e.List)
	case *Asm:
		for _, o := range e.Outputs {
			visit(o)
		}
		for _, i := range e.Inputs {
			visit(i)
		}
	}
}

// Parts calls visitStmt, visitExpr and visitInit for the direct parts of s.
func Parts(s Stmt, visitExpr func(Expr), visitInit func(*Initializer), visitStmt func(Stmt)) {
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
		visitInit(s.Init)
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
		return e.Outputs
	}
	return nil
}
