package check

import "yogi/internal/frontend/boogie/syntax"

// expression finds the type of e and of everything in it.
func (c *checker) expression(e syntax.Expr) *syntax.Type {
	t := c.typeOf(e)
	e.SetType(t)
	return t
}

func (c *checker) typeOf(e syntax.Expr) *syntax.Type {
	switch e := e.(type) {
	case *syntax.BoolLit:
		return c.types.boolean
	case *syntax.NumberLit:
		return c.number(e)
	case *syntax.Name:
		return c.name(e)
	case *syntax.Unary:
		return c.unary(e)
	case *syntax.Binary:
		return c.binary(e)
	case *syntax.Apply:
		return c.apply(e)
	case *syntax.Convert:
		return c.convert(e)
	case *syntax.Old:
		if !c.oldAllowed {
			c.errorf(e.Pos, CodeType, "old is allowed only where there are two states: in bodies and ensures clauses")
		}
		return c.expression(e.Operand)
	case *syntax.Conditional:
		return c.conditional(e)
	case *syntax.Select:
		return c.index(e.Pos, c.expression(e.Map), e.Indices)
	case *syntax.Update:
		return c.update(e)
	case *syntax.Extract:
		return c.extract(e)
	case *syntax.Quantifier:
		return c.quantifier(e)
	case *syntax.Lambda:
		return c.lambda(e)
	case *syntax.UnsupportedExpr:
		return c.types.unsupported(e.What)
	case *syntax.TextLit:
		return c.types.unsupported("string")
	}
	return c.types.invalid
}

func (c *checker) number(e *syntax.NumberLit) *syntax.Type {
	switch {
	case e.Decimal:
		return c.types.real
	case e.Width > 0:
		return c.types.bitVector(e.Width)
	case e.Width == 0 && len(e.Digits) > 0:
		return c.types.integer
	}
	return c.types.unsupported("bit-vector of width 0")
}

func (c *checker) name(e *syntax.Name) *syntax.Type {
	e.Object = c.lookup(e.Name)
	if e.Object == nil {
		c.errorf(e.Pos, CodeName, "undeclared variable %s", e.Name)
		return c.types.invalid
	}
	if c.stateless != "" && e.Object.Kind == syntax.GlobalObject {
		c.errorf(e.Pos, CodeType, "%s reads the variable %s", c.stateless, e.Name)
	}
	return e.Object.Type
}

func (c *checker) lookup(name string) *syntax.Object {
	for i := len(c.bound) - 1; i >= 0; i-- {
		if c.bound[i].Name == name {
			return c.bound[i]
		}
	}
	if o := c.locals[name]; o != nil {
		return o
	}
	return c.program.Variables[name]
}

func isNumeric(t *syntax.Type) bool {
	return t.Kind == syntax.IntType || t.Kind == syntax.RealType
}

func (c *checker) unary(e *syntax.Unary) *syntax.Type {
	t := c.expression(e.Operand)
	switch {
	case t.Kind == syntax.UnsupportedType:
		return t
	case e.Op == syntax.Not && t.Kind == syntax.BoolType, e.Op == syntax.Minus && isNumeric(t):
		return t
	}
	c.errorf(e.Pos, CodeType, "operator %s does not apply to %s", e.Op, t)
	return c.types.invalid
}

func (c *checker) binary(e *syntax.Binary) *syntax.Type {
	left, right := c.expression(e.Left), c.expression(e.Right)
	if e.Op == syntax.Subtype || e.Op == syntax.Power {
		return c.types.unsupported("operator " + e.Op.String())
	}
	if t := c.operator(e.Op, left, right); t != nil {
		return t
	}
	c.errorf(e.Pos, CodeType, "operator %s does not apply to %s and %s", e.Op, left, right)
	return c.types.invalid
}

// operator returns the type of the result, nil if the operator does not apply.
func (c *checker) operator(op syntax.Kind, left, right *syntax.Type) *syntax.Type {
	unsupported := left.Kind == syntax.UnsupportedType || right.Kind == syntax.UnsupportedType
	same := compatible(left, right)
	known := left
	if left.Kind == syntax.UnsupportedType {
		known = right
	}
	switch op {
	case syntax.Equal, syntax.NotEqual:
		if same {
			return c.types.boolean
		}
	case syntax.And, syntax.Or, syntax.Implies, syntax.Explies, syntax.Iff:
		if same && (known.Kind == syntax.BoolType || known.Kind == syntax.UnsupportedType) {
			return c.types.boolean
		}
	case syntax.Less, syntax.LessEqual, syntax.Greater, syntax.GreaterEqual:
		if same && (isNumeric(known) || known.Kind == syntax.UnsupportedType) {
			return c.types.boolean
		}
	case syntax.Plus, syntax.Minus, syntax.Times, syntax.Slash:
		// Integer "/" is integer division, as in older Boogie and in Ultimate.
		if same && (isNumeric(known) || known.Kind == syntax.UnsupportedType) {
			return known
		}
	case syntax.KeyDiv, syntax.KeyMod, syntax.Percent:
		if same && (known.Kind == syntax.IntType || known.Kind == syntax.UnsupportedType) {
			return known
		}
	case syntax.Concat:
		if unsupported {
			return c.types.unsupported("concatenation")
		}
		if left.Kind == syntax.BVType && right.Kind == syntax.BVType && left.Width+right.Width <= syntax.MaxWidth {
			return c.types.bitVector(left.Width + right.Width)
		}
	}
	return nil
}

func (c *checker) apply(e *syntax.Apply) *syntax.Type {
	args := make([]*syntax.Type, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.expression(a)
	}
	f := c.program.Functions[e.Name]
	if f == nil {
		c.errorf(e.Pos, CodeName, "undeclared function %s", e.Name)
		return c.types.invalid
	}
	e.Function = f
	if c.function != nil {
		c.calls[c.function] = append(c.calls[c.function], f)
	}
	if len(f.TypeParams) > 0 {
		return f.ResultType
	}
	if len(args) != len(f.Params) {
		c.errorf(e.Pos, CodeType, "function %s has %d parameters, not %d", f.Name, len(f.Params), len(args))
		return f.ResultType
	}
	for i, t := range args {
		if !compatible(t, f.Params[i].Object.Type) {
			c.errorf(e.Args[i].Position(), CodeType, "function %s is applied to %s", f.Name, describe(args))
			break
		}
	}
	return f.ResultType
}

func (c *checker) convert(e *syntax.Convert) *syntax.Type {
	from := c.expression(e.Operand)
	want, result := c.types.real, c.types.integer
	if e.ToReal {
		want, result = result, want
	}
	if !compatible(from, want) {
		c.errorf(e.Pos, CodeType, "conversion of %s to %s", from, result)
	}
	return result
}

func (c *checker) conditional(e *syntax.Conditional) *syntax.Type {
	c.condition(e.Condition, "conditional expression")
	then, els := c.expression(e.Then), c.expression(e.Else)
	if !compatible(then, els) {
		c.errorf(e.Pos, CodeType, "the branches of this conditional have the types %s and %s", then, els)
	}
	if then.Kind == syntax.UnsupportedType {
		return els
	}
	return then
}

// index returns the type of m[indices] for a map of type t.
func (c *checker) index(pos syntax.Pos, t *syntax.Type, indices []syntax.Expr) *syntax.Type {
	types := make([]*syntax.Type, len(indices))
	for i, e := range indices {
		types[i] = c.expression(e)
	}
	switch {
	case t.Kind == syntax.UnsupportedType:
		return t
	case t.Kind != syntax.MapType:
		c.errorf(pos, CodeType, "a value of type %s is indexed", t)
		return c.types.invalid
	case len(types) != len(t.Indices):
		c.errorf(pos, CodeType, "a map with %d indices is indexed by %d", len(t.Indices), len(types))
		return c.types.invalid
	}
	for i, got := range types {
		if !compatible(got, t.Indices[i]) {
			c.errorf(indices[i].Position(), CodeType, "a map from %s is indexed by %s", t.Indices[i], got)
		}
	}
	return t.Result
}

func (c *checker) update(e *syntax.Update) *syntax.Type {
	t := c.expression(e.Map)
	cell := c.index(e.Pos, t, e.Indices)
	if v := c.expression(e.Value); !compatible(v, cell) {
		c.errorf(e.Value.Position(), CodeType, "a value of type %s is put into a map to %s", v, cell)
	}
	return t
}

func (c *checker) extract(e *syntax.Extract) *syntax.Type {
	t := c.expression(e.Operand)
	switch {
	case t.Kind == syntax.UnsupportedType:
		return t
	case t.Kind != syntax.BVType:
		c.errorf(e.Pos, CodeType, "bits of a value of type %s are taken", t)
	case e.High > t.Width || e.Low > e.High:
		c.errorf(e.Pos, CodeType, "there are no bits [%d:%d] in %s", e.High, e.Low, t)
	case e.High == e.Low:
		return c.types.unsupported("bit-vector of width 0")
	default:
		return c.types.bitVector(e.High - e.Low)
	}
	return c.types.invalid
}

func (c *checker) quantifier(e *syntax.Quantifier) *syntax.Type {
	depth, params := len(c.bound), len(c.typeParams)
	defer func() { c.bound, c.typeParams = c.bound[:depth], c.typeParams[:params] }()
	c.typeParams = append(c.typeParams, e.TypeParams...)
	for i, v := range e.Bound {
		o := c.object(v, syntax.BoundObject, i)
		c.bound = append(c.bound, o)
	}
	for _, v := range e.Bound {
		if v.Where != nil {
			c.errorf(v.Pos, CodeType, "bound variable %s has a where clause", v.Name)
		}
	}
	for _, trigger := range e.Triggers {
		for _, t := range trigger {
			c.expression(t)
		}
	}
	c.condition(e.Body, "quantifier")
	if len(e.TypeParams) > 0 {
		return c.types.unsupported("quantifier over types")
	}
	return c.types.boolean
}

// lambda has the type of a map from its bound variables to its body.
func (c *checker) lambda(e *syntax.Lambda) *syntax.Type {
	depth, params := len(c.bound), len(c.typeParams)
	defer func() { c.bound, c.typeParams = c.bound[:depth], c.typeParams[:params] }()
	c.typeParams = append(c.typeParams, e.TypeParams...)
	var indices []*syntax.Type
	for i, v := range e.Bound {
		o := c.object(v, syntax.BoundObject, i)
		c.bound = append(c.bound, o)
		indices = append(indices, o.Type)
		if v.Where != nil {
			c.errorf(v.Pos, CodeType, "bound variable %s has a where clause", v.Name)
		}
	}
	result := c.expression(e.Body)
	if len(e.TypeParams) > 0 {
		return c.types.unsupported("lambda expression over types")
	}
	return c.types.mapping(indices, result)
}
