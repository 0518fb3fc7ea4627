package lower

import (
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
)

// refuse returns why an expression cannot be lowered, nil if it can. Lowering an expression that has passed
// cannot fail.
func (l *lowering) refuse(expressions ...syntax.Expr) *source.Diagnostic {
	for _, e := range expressions {
		if e == nil {
			continue
		}
		if d := l.refuseOne(e); d != nil {
			return d
		}
	}
	return nil
}

func (l *lowering) refuseOne(e syntax.Expr) *source.Diagnostic {
	switch e := e.(type) {
	case *syntax.BoolLit, *syntax.NumberLit:
	case *syntax.Name:
		return l.refuseVariable(e)
	case *syntax.Unary:
		return l.refuseOne(e.Operand)
	case *syntax.Binary:
		return l.refuseBinary(e)
	case *syntax.Apply:
		if d := l.refuse(e.Args...); d != nil {
			return d
		}
		return l.refuseFunction(e)
	case *syntax.Convert:
		return l.refuseOne(e.Operand)
	case *syntax.Old:
		return l.refuseOne(e.Operand)
	case *syntax.Conditional:
		return l.refuse(e.Condition, e.Then, e.Else)
	case *syntax.Select:
		if d := l.refuse(e.Indices...); d != nil {
			return d
		}
		return l.refuseOne(e.Map)
	case *syntax.Update:
		if d := l.refuse(e.Indices...); d != nil {
			return d
		}
		return l.refuse(e.Map, e.Value)
	case *syntax.Extract:
		if d := l.refuseOne(e.Operand); d != nil {
			return d
		}
		return l.refuseType(e)
	case *syntax.Quantifier:
		return l.refuseQuantifier(e)
	case *syntax.Lambda:
		if len(e.TypeParams) > 0 {
			return l.unsupported(e.Pos, "lambda expression over types")
		}
		if d := l.refuseOne(e.Body); d != nil {
			return d
		}
	case *syntax.UnsupportedExpr:
		return l.unsupported(e.Pos, e.What)
	default:
		return l.unsupported(e.Position(), "this expression")
	}
	return l.refuseType(e)
}

// refuseType catches what has an unsupported type for whatever reason.
func (l *lowering) refuseType(e syntax.Expr) *source.Diagnostic {
	if t := e.TypeOf(); t == nil || t.Kind == syntax.UnsupportedType {
		what := "the type of this expression"
		if t != nil {
			what = t.Name
		}
		return l.unsupported(e.Position(), what)
	}
	return nil
}

func (l *lowering) refuseVariable(n *syntax.Name) *source.Diagnostic {
	if t := n.Object.Type; t.Kind == syntax.UnsupportedType {
		return l.unsupported(n.Pos, "the type of "+n.Name+" ("+t.Name+")")
	}
	return nil
}

func (l *lowering) refuseBinary(e *syntax.Binary) *source.Diagnostic {
	// Long chains lean to the left: walk down instead of recursing.
	for {
		if d := l.refuseOne(e.Right); d != nil {
			return d
		}
		if d := l.refuseType(e); d != nil {
			if d := l.refuseOne(e.Left); d != nil {
				return d
			}
			return d
		}
		left, ok := e.Left.(*syntax.Binary)
		if !ok {
			return l.refuseOne(e.Left)
		}
		e = left
	}
}

func (l *lowering) refuseQuantifier(e *syntax.Quantifier) *source.Diagnostic {
	if len(e.TypeParams) > 0 {
		return l.unsupported(e.Pos, "quantifier over types")
	}
	for _, v := range e.Bound {
		if t := v.Object.Type; t.Kind == syntax.UnsupportedType {
			return l.unsupported(v.Pos, "the type of "+v.Name+" ("+t.Name+")")
		}
	}
	for _, trigger := range e.Triggers {
		if d := l.refuse(trigger...); d != nil {
			return d
		}
	}
	return l.refuseOne(e.Body)
}

// refuseFunction looks at the function that is applied, once for each function.
func (l *lowering) refuseFunction(e *syntax.Apply) *source.Diagnostic {
	f := e.Function
	d, seen := l.refusals[f]
	if !seen {
		l.refusals[f] = nil // a recursive function is looked at once
		d = l.refuseDeclaration(f)
		l.refusals[f] = d
	}
	if d == nil {
		return nil
	}
	return &source.Diagnostic{
		Pos: l.pos(e.Pos), Code: CodeUnsupported, Message: "function " + f.Name + " is not supported",
		Notes: []string{d.Pos.String() + ": " + d.Message},
	}
}

func (l *lowering) refuseDeclaration(f *syntax.FunctionDecl) *source.Diagnostic {
	if len(f.TypeParams) > 0 {
		return l.unsupported(f.Pos, "polymorphic function")
	}
	for _, v := range append(f.Params[:len(f.Params):len(f.Params)], f.Result) {
		t := f.ResultType
		if v != f.Result {
			t = v.Object.Type
		}
		if t.Kind == syntax.UnsupportedType {
			return l.unsupported(v.Pos, t.Name)
		}
	}
	if name, ok := builtinName(f); ok {
		if _, known := findBuiltin(name, f); !known {
			return l.unsupported(f.Pos, "builtin "+name)
		}
		return nil
	}
	if f.Body != nil {
		return l.refuseOne(f.Body)
	}
	return nil
}
