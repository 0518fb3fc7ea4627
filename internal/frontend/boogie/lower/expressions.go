package lower

import (
	"math/big"
	"strconv"

	"yogi/internal/bug"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// scope says what the names in an expression stand for.
type scope struct {
	*lowering
	// names: parameters, results, locals and bound variables; what is not here is global.
	names map[*syntax.Object]*term.Term
	// old gives the value of a global at entry; nil where there is one state only.
	old   func(g *ir.Variable) *term.Term
	inOld bool
	// depth counts the enclosing quantifiers, over all expansions of functions: it makes the names of bound
	// variables differ from those in the terms that names holds.
	depth int
}

func (l *lowering) newScope() *scope {
	return &scope{lowering: l, names: map[*syntax.Object]*term.Term{}}
}

// term lowers an expression that refuse has passed.
func (s *scope) term(e syntax.Expr) *term.Term {
	switch e := e.(type) {
	case *syntax.BoolLit:
		return s.terms.BoolConst(e.Value)
	case *syntax.NumberLit:
		return s.number(e)
	case *syntax.Name:
		return s.variable(e.Object)
	case *syntax.Unary:
		if e.Op == syntax.Not {
			return s.terms.Not(s.term(e.Operand))
		}
		return s.terms.Neg(s.term(e.Operand))
	case *syntax.Binary:
		return s.binary(e)
	case *syntax.Apply:
		return s.apply(e.Function, s.list(e.Args))
	case *syntax.Convert:
		if e.ToReal {
			return s.terms.ToReal(s.term(e.Operand))
		}
		return s.terms.ToInt(s.term(e.Operand))
	case *syntax.Old:
		inner := *s
		inner.inOld = true
		return inner.term(e.Operand)
	case *syntax.Conditional:
		return s.terms.Ite(s.term(e.Condition), s.term(e.Then), s.term(e.Else))
	case *syntax.Select:
		m := s.term(e.Map)
		for _, i := range e.Indices {
			m = s.terms.Select(m, s.term(i))
		}
		return m
	case *syntax.Update:
		return s.update(s.term(e.Map), s.list(e.Indices), s.term(e.Value))
	case *syntax.Extract:
		return s.terms.Extract(e.High-1, e.Low, s.term(e.Operand))
	case *syntax.Quantifier:
		return s.quantifier(e)
	case *syntax.Lambda:
		return s.lambda(e)
	}
	bug.Errorf("expression %T passed the refusal", e)
	return nil
}

func (s *scope) list(expressions []syntax.Expr) []*term.Term {
	out := make([]*term.Term, len(expressions))
	for i, e := range expressions {
		out[i] = s.term(e)
	}
	return out
}

func (s *scope) number(e *syntax.NumberLit) *term.Term {
	if e.Decimal {
		r, ok := new(big.Rat).SetString(e.Digits)
		if !ok {
			bug.Errorf("decimal %q", e.Digits)
		}
		return s.terms.RealConst(r)
	}
	if e.Width == 0 && len(e.Digits) < 18 {
		n, err := strconv.ParseInt(e.Digits, 10, 64)
		if err != nil {
			bug.Errorf("number %q", e.Digits)
		}
		return s.terms.IntConst(n)
	}
	n, ok := new(big.Int).SetString(e.Digits, 10)
	if !ok {
		bug.Errorf("number %q", e.Digits)
	}
	if e.Width > 0 {
		return s.terms.BVBig(e.Width, n)
	}
	return s.terms.IntBig(n)
}

func (s *scope) variable(o *syntax.Object) *term.Term {
	if t := s.names[o]; t != nil {
		return t
	}
	switch o.Kind {
	case syntax.ConstantObject:
		return s.constant(o)
	case syntax.GlobalObject:
		g := s.global(o)
		if s.inOld && s.old != nil {
			return s.old(g)
		}
		return g.Sym
	}
	bug.Errorf("%s is not in scope", o.Name)
	return nil
}

func (s *scope) binary(e *syntax.Binary) *term.Term {
	if e.Op == syntax.And || e.Op == syntax.Or {
		return s.junction(e)
	}
	x, y := s.term(e.Left), s.term(e.Right)
	b := s.terms
	switch e.Op {
	case syntax.Implies:
		return b.Implies(x, y)
	case syntax.Explies:
		return b.Implies(y, x)
	case syntax.Iff, syntax.Equal:
		return b.Eq(x, y)
	case syntax.NotEqual:
		return b.Not(b.Eq(x, y))
	case syntax.Less:
		return b.Lt(x, y)
	case syntax.LessEqual:
		return b.Le(x, y)
	case syntax.Greater:
		return b.Gt(x, y)
	case syntax.GreaterEqual:
		return b.Ge(x, y)
	case syntax.Plus:
		return b.Add(x, y)
	case syntax.Minus:
		return b.Sub(x, y)
	case syntax.Times:
		return b.Mul(x, y)
	case syntax.Slash:
		if x.Sort().Kind == term.KindReal {
			return s.slash(x, y)
		}
		return s.div(x, y)
	case syntax.KeyDiv:
		return s.div(x, y)
	case syntax.KeyMod, syntax.Percent:
		return s.mod(x, y)
	case syntax.Concat:
		return b.Concat(x, y)
	}
	bug.Errorf("operator %s passed the refusal", e.Op)
	return nil
}

// junction gathers a chain of && or || into one term.
func (s *scope) junction(e *syntax.Binary) *term.Term {
	parts := []*term.Term{s.term(e.Right)}
	rest := e.Left
	for {
		b, ok := rest.(*syntax.Binary)
		if !ok || b.Op != e.Op {
			break
		}
		parts = append(parts, s.term(b.Right))
		rest = b.Left
	}
	parts = append(parts, s.term(rest))
	if e.Op == syntax.And {
		return s.terms.And(parts...)
	}
	return s.terms.Or(parts...)
}

// update is m[indices := value] on nested arrays.
func (s *scope) update(m *term.Term, indices []*term.Term, value *term.Term) *term.Term {
	if len(indices) > 1 {
		value = s.update(s.terms.Select(m, indices[0]), indices[1:], value)
	}
	return s.terms.Store(m, indices[0], value)
}

func (s *scope) quantifier(e *syntax.Quantifier) *term.Term {
	s.depth++
	bound := make([]*term.Term, len(e.Bound))
	for i, v := range e.Bound {
		bound[i] = s.terms.Var(boundName(v.Name, s.depth), s.sort(v.Object.Type))
		s.names[v.Object] = bound[i]
	}
	var triggers [][]*term.Term
	for _, t := range e.Triggers {
		triggers = append(triggers, s.list(t))
	}
	body := s.term(e.Body)
	for _, v := range e.Bound {
		delete(s.names, v.Object)
	}
	s.depth--
	if e.Exists {
		return s.terms.Exists(bound, body, triggers)
	}
	return s.terms.Forall(bound, body, triggers)
}

// boundName names a bound variable. The sign cannot occur in a name of the program.
func boundName(name string, depth int) string { return name + "@" + strconv.Itoa(depth) }
