package syntax

// Each visits e and all its parts.
func Each(e Expr, visit func(Expr)) {
	if e == nil {
		return
	}
	visit(e)
	all := func(list ...Expr) {
		for _, x := range list {
			Each(x, visit)
		}
	}
	switch e := e.(type) {
	case *Unary:
		all(e.Operand)
	case *Binary:
		all(e.Left, e.Right)
	case *Apply:
		all(e.Args...)
	case *Convert:
		all(e.Operand)
	case *Old:
		all(e.Operand)
	case *Conditional:
		all(e.Condition, e.Then, e.Else)
	case *Select:
		all(e.Map)
		all(e.Indices...)
	case *Update:
		all(e.Map, e.Value)
		all(e.Indices...)
	case *Extract:
		all(e.Operand)
	case *Lambda:
		all(e.Body)
	case *Quantifier:
		for _, t := range e.Triggers {
			all(t...)
		}
		all(e.Body)
	}
}

// EachStatement visits statements and those inside them.
func EachStatement(list []Stmt, visit func(Stmt)) {
	for _, s := range list {
		visit(s)
		switch s := s.(type) {
		case *If:
			EachStatement(s.Then, visit)
			EachStatement(s.Else, visit)
		case *While:
			EachStatement(s.Body, visit)
		}
	}
}
