package lower

import "yogi/internal/frontend/c/tree"

// operands calls visit for each direct operand of e, in order of evaluation. Initialisers and statements
// inside e are given to visitInit and visitStmt.
func operands(e tree.Expr, visit func(tree.Expr), visitInit func(*tree.Initializer), visitStmt func(tree.Stmt)) {
	switch e := e.(type) {
	case *tree.Deref:
		visit(e.Pointer)
	case *tree.Member:
		visit(e.Base)
	case *tree.AddressOf:
		visit(e.Operand)
	case *tree.Decay:
		visit(e.Array)
	case *tree.Convert:
		visit(e.Operand)
	case *tree.Unary:
		visit(e.Operand)
	case *tree.Binary:
		visit(e.Left)
		visit(e.Right)
	case *tree.PointerAdd:
		visit(e.Pointer)
		visit(e.Index)
		if e.SizeExpr != nil {
			visit(e.SizeExpr)
		}
	case *tree.PointerDiff:
		visit(e.Left)
		visit(e.Right)
	case *tree.Assign:
		visit(e.Target)
		visit(e.Value)
	case *tree.AssignOp:
		visit(e.Target)
		visit(e.Operand)
	case *tree.IncDec:
		visit(e.Target)
	case *tree.Conditional:
		visit(e.Cond)
		if e.Then != nil {
			visit(e.Then)
		}
		visit(e.Else)
	case *tree.Comma:
		visit(e.Left)
		visit(e.Right)
	case *tree.Call:
		visit(e.Callee)
		for _, a := range e.Args {
			visit(a)
		}
	case *tree.StatementExpr:
		visitStmt(e.Body)
		if e.Value != nil {
			visit(e.Value)
		}
	case *tree.CompoundLiteral:
		visitInit(e.Init)
	case *tree.VaArg:
		visit(e.List)
	case *tree.Asm:
		for _, o := range e.Outputs {
			visit(o)
		}
		for _, i := range e.Inputs {
			visit(i)
		}
	}
}

// statements calls visitStmt, visitExpr and visitInit for the direct parts of s.
func statements(s tree.Stmt, visitExpr func(tree.Expr), visitInit func(*tree.Initializer), visitStmt func(tree.Stmt)) {
	expr := func(e tree.Expr) {
		if e != nil {
			visitExpr(e)
		}
	}
	stmt := func(s tree.Stmt) {
		if s != nil {
			visitStmt(s)
		}
	}
	switch s := s.(type) {
	case *tree.Block:
		for _, inner := range s.Stmts {
			stmt(inner)
		}
	case *tree.ExprStmt:
		expr(s.X)
	case *tree.Declare:
		visitInit(s.Init)
	case *tree.DeclareLength:
		for t := s.Type; t != nil; t = t.Elem {
			expr(t.LengthExpr)
		}
	case *tree.If:
		expr(s.Cond)
		stmt(s.Then)
		stmt(s.Else)
	case *tree.While:
		expr(s.Cond)
		stmt(s.Body)
	case *tree.DoWhile:
		stmt(s.Body)
		expr(s.Cond)
	case *tree.For:
		for _, inner := range s.Init {
			stmt(inner)
		}
		expr(s.Cond)
		stmt(s.Body)
		expr(s.Post)
	case *tree.Switch:
		expr(s.Cond)
		stmt(s.Body)
	case *tree.Case:
		stmt(s.Body)
	case *tree.Labeled:
		stmt(s.Body)
	case *tree.ComputedGoto:
		expr(s.Target)
	case *tree.Return:
		expr(s.X)
	}
}
