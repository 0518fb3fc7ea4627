package link

import "yogi/internal/frontend/c/tree"

// statement leads the references in s to what the linker chose.
func (l *linker) statement(s tree.Stmt) {
	if length, ok := s.(*tree.DeclareLength); ok {
		l.lengths(length.Type)
	}
	tree.Parts(s, l.expression, l.statement)
}

func (l *linker) expression(e tree.Expr) {
	switch e := e.(type) {
	case *tree.ObjectRef:
		e.Object = l.object(e.Object)
	case *tree.FunctionRef:
		e.Function = l.function(e.Function)
	case *tree.SizeOf:
		l.lengths(e.Operand)
	}
	tree.Operands(e, l.expression, l.statement)
}

// lengths follows the lengths of a type that is known only at run time.
func (l *linker) lengths(t *tree.Type) {
	for ; t != nil; t = t.Elem {
		if t.LengthExpr != nil {
			l.expression(t.LengthExpr)
		}
		if t.SizeExpr != nil {
			l.expression(t.SizeExpr)
		}
	}
}
