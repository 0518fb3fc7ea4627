package lower

import (
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
)

// refusal says which expressions and procedures are not modelled. It knows the text and nothing of the program that is
// made.
type refusal struct {
	text
	refusals map[*syntax.FunctionDecl]*source.Diagnostic // why an application of a function is none; nil: it is one
}

// refuse returns why an expression cannot be lowered, nil if it can. Lowering an expression that has passed
// cannot fail.
func (r *refusal) refuse(expressions ...syntax.Expr) *source.Diagnostic {
	for _, e := range expressions {
		if e == nil {
			continue
		}
		if d := r.refuseOne(e); d != nil {
			return d
		}
	}
	return nil
}

func (r *refusal) refuseOne(e syntax.Expr) *source.Diagnostic {
	switch e := e.(type) {
	case *syntax.BoolLit, *syntax.NumberLit:
	case *syntax.Name:
		return r.refuseVariable(e)
	case *syntax.Unary:
		return r.refuseOne(e.Operand)
	case *syntax.Binary:
		return r.refuseBinary(e)
	case *syntax.Apply:
		if d := r.refuse(e.Args...); d != nil {
			return d
		}
		return r.refuseFunction(e)
	case *syntax.Convert:
		return r.refuseOne(e.Operand)
	case *syntax.Old:
		return r.refuseOne(e.Operand)
	case *syntax.Conditional:
		return r.refuse(e.Condition, e.Then, e.Else)
	case *syntax.Select:
		if d := r.refuse(e.Indices...); d != nil {
			return d
		}
		return r.refuseOne(e.Map)
	case *syntax.Update:
		if d := r.refuse(e.Indices...); d != nil {
			return d
		}
		return r.refuse(e.Map, e.Value)
	case *syntax.Extract:
		if d := r.refuseOne(e.Operand); d != nil {
			return d
		}
		return r.refuseType(e)
	case *syntax.Quantifier:
		return r.refuseQuantifier(e)
	case *syntax.Lambda:
		if len(e.TypeParams) > 0 {
			return r.unsupported(e.Pos, "lambda expression over types")
		}
		if d := r.refuseOne(e.Body); d != nil {
			return d
		}
	case *syntax.UnsupportedExpr:
		return r.unsupported(e.Pos, e.What)
	default:
		return r.unsupported(e.Position(), "this expression")
	}
	return r.refuseType(e)
}

// refuseType catches what has an unsupported type for whatever reason.
func (r *refusal) refuseType(e syntax.Expr) *source.Diagnostic {
	if t := e.TypeOf(); t == nil || t.Kind == syntax.UnsupportedType {
		what := "the type of this expression"
		if t != nil {
			what = t.Name
		}
		return r.unsupported(e.Position(), what)
	}
	return nil
}

func (r *refusal) refuseVariable(n *syntax.Name) *source.Diagnostic {
	if t := n.Object.Type; t.Kind == syntax.UnsupportedType {
		return r.unsupported(n.Pos, "the type of "+n.Name+" ("+t.Name+")")
	}
	return nil
}

func (r *refusal) refuseBinary(e *syntax.Binary) *source.Diagnostic {
	// Long chains lean to the left: walk down instead of recursing.
	for {
		if d := r.refuseOne(e.Right); d != nil {
			return d
		}
		if d := r.refuseType(e); d != nil {
			if d := r.refuseOne(e.Left); d != nil {
				return d
			}
			return d
		}
		left, ok := e.Left.(*syntax.Binary)
		if !ok {
			return r.refuseOne(e.Left)
		}
		e = left
	}
}

func (r *refusal) refuseQuantifier(e *syntax.Quantifier) *source.Diagnostic {
	if len(e.TypeParams) > 0 {
		return r.unsupported(e.Pos, "quantifier over types")
	}
	for _, v := range e.Bound {
		if t := v.Object.Type; t.Kind == syntax.UnsupportedType {
			return r.unsupported(v.Pos, "the type of "+v.Name+" ("+t.Name+")")
		}
	}
	for _, trigger := range e.Triggers {
		if d := r.refuse(trigger...); d != nil {
			return d
		}
	}
	return r.refuseOne(e.Body)
}

// refuseFunction looks at the function that is applied, once for each function.
func (r *refusal) refuseFunction(e *syntax.Apply) *source.Diagnostic {
	f := e.Function
	d, seen := r.refusals[f]
	if !seen {
		r.refusals[f] = nil // a recursive function is looked at once
		d = r.refuseDeclaration(f)
		r.refusals[f] = d
	}
	if d == nil {
		return nil
	}
	return &source.Diagnostic{
		Pos: r.pos(e.Pos), Code: CodeUnsupported, Message: "function " + f.Name + " is not supported",
		Notes: []string{d.Pos.String() + ": " + d.Message},
	}
}

func (r *refusal) refuseDeclaration(f *syntax.FunctionDecl) *source.Diagnostic {
	if len(f.TypeParams) > 0 {
		return r.unsupported(f.Pos, "polymorphic function")
	}
	for _, v := range append(f.Params[:len(f.Params):len(f.Params)], f.Result) {
		t := f.ResultType
		if v != f.Result {
			t = v.Object.Type
		}
		if t.Kind == syntax.UnsupportedType {
			return r.unsupported(v.Pos, t.Name)
		}
	}
	if name, ok := builtinName(f); ok {
		if _, known := findBuiltin(name, f); !known {
			return r.unsupported(f.Pos, "builtin "+name)
		}
		return nil
	}
	if f.Body != nil {
		return r.refuseOne(f.Body)
	}
	return nil
}

// refuseProcedure returns why a procedure cannot be entered at all.
func (r *refusal) refuseProcedure(p *syntax.ProcedureDecl, pos syntax.Pos) *source.Diagnostic {
	if p.Unsupported != "" {
		return r.unsupported(pos, p.Unsupported+" "+p.Name)
	}
	lists := [][]*syntax.VariableDecl{p.Params, p.Results}
	for _, i := range p.Implementations {
		lists = append(lists, i.Params, i.Results)
	}
	for _, list := range lists {
		for _, v := range list {
			if t := v.Object.Type; t.Kind == syntax.UnsupportedType {
				return r.unsupported(v.Pos, "the type of "+v.Name+" of procedure "+p.Name+" ("+t.Name+")")
			}
		}
	}
	return nil
}
