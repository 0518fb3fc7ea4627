package emit

import (
	"bytes"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Call is a call of a function that has a model.
type Call struct {
	Pos      source.Pos
	Name     string // without __builtin_ and what stands for a check of sizes
	Function *tree.FunctionDef
	Args     []Argument
	Want     *tree.Type // the type of the call where it is written, which a cast may change
	// Discarded says that nobody looks at the result.
	Discarded bool
}

// Argument is an evaluated argument.
type Argument struct {
	Value *term.Term // nil for an aggregate
	Type  *tree.Type
	Expr  tree.Expr
}

// Result is the type that the function is declared to return.
func (c *Call) Result() *tree.Type { return c.Function.Type.Result }

// Scalars says that the call has at least n arguments, all of them scalars that are modelled.
func (c *Call) Scalars(n int) bool {
	if len(c.Args) < n {
		return false
	}
	for _, a := range c.Args[:n] {
		if a.Value == nil || !IsModelled(a.Type) {
			return false
		}
	}
	return true
}

// Integers says that the call has at least n arguments, all of them integers or pointers.
func (c *Call) Integers(n int) bool {
	if !c.Scalars(n) {
		return false
	}
	for _, a := range c.Args[:n] {
		if a.Type.IsFloating() {
			return false
		}
	}
	return true
}

// IsSigned says that the argument is a signed integer.
func (a Argument) IsSigned() bool { return a.Type.Kind == tree.Integer && a.Type.Signed }

// Resized is the argument as a number of so many bits.
func (a Argument) Resized(terms *term.Builder, width int) *term.Term {
	return Resize(terms, a.Value, width, a.IsSigned())
}

// Pointee is the type of the object behind a pointer argument before it was converted to void *.
func (a Argument) Pointee() *tree.Type {
	e := a.Expr
	for {
		c, ok := e.(*tree.Convert)
		if !ok || c.Operand.ExprType().Kind != tree.Pointer {
			break
		}
		e = c.Operand
	}
	t := a.Type
	if e != nil {
		t = e.ExprType()
	}
	if t.Kind != tree.Pointer || t.Elem == nil || t.Elem.Kind == tree.Void || t.Elem.Kind == tree.Function {
		return nil
	}
	return t.Elem
}

// IsModelled says that values of a type are computed with. Compilers evaluate the half-width
// floating types in wider ones, each in its own way.
func IsModelled(t *tree.Type) bool {
	switch t.Kind {
	case tree.Struct:
		return t.SizeExpr == nil // copying one would need its size
	case tree.Complex, tree.Vector:
		return false
	case tree.LongDouble:
		return t.Precision >= 64
	}
	return true
}

// Resize cuts off high bits of an integer, or adds some.
func Resize(terms *term.Builder, x *term.Term, width int, signed bool) *term.Term {
	switch from := x.Sort().Width; {
	case from == width:
		return x
	case from > width:
		return terms.Trunc(width, x)
	case signed:
		return terms.SignExtTo(width, x)
	}
	return terms.ZeroExtTo(width, x)
}

// ZeroExtend cuts off high bits of an integer, or adds zeros.
func ZeroExtend(terms *term.Builder, x *term.Term, width int) *term.Term {
	return Resize(terms, x, width, false)
}

// SignExtend cuts off high bits of an integer, or adds copies of its highest one.
func SignExtend(terms *term.Builder, x *term.Term, width int) *term.Term {
	return Resize(terms, x, width, true)
}

// Zero is the number 0 of a sort.
func Zero(terms *term.Builder, s *term.Sort) *term.Term { return terms.Const(term.ZeroValue(s)) }

// TruthValue is 1 or 0 of an integer type.
func TruthValue(e Values, cond *term.Term, t *tree.Type) *term.Term {
	terms, width := e.Terms(), e.Sort(t).Width
	return terms.Ite(cond, terms.BVConst(width, 1), terms.BVConst(width, 0))
}

// Nothing is the result of a call whose function is declared with one that nobody should use: a
// placeholder where it is a scalar.
func Nothing(e Values, c *Call) *term.Term {
	if !c.Want.IsScalar() {
		return nil
	}
	return Zero(e.Terms(), e.Sort(c.Want))
}

// ConstantSize returns a size whose value is known.
func ConstantSize(x *term.Term) (uint64, bool) {
	v, ok := x.Value()
	if !ok {
		return 0, false
	}
	return v.Uint64(), true
}

// Literal returns the string literal that e points at directly; nil if there is none.
func Literal(e tree.Expr) *tree.Object {
	switch e := e.(type) {
	case *tree.Convert:
		return Literal(e.Operand)
	case *tree.Decay:
		if s, ok := e.Array.(*tree.StringRef); ok {
			return s.Object
		}
	}
	return nil
}

// Text is the string literal that e points at or translates; nil if there is none.
func Text(e tree.Expr) *tree.Object { return Literal(Original(e)) }

// LiteralText is the text of a string literal that is the argument, or that it translates, up to its first zero. A
// constant that is initialised with one is as good: nothing may write there either.
func LiteralText(e tree.Expr) (string, bool) {
	o := Text(e)
	if o == nil {
		return constantText(Original(e))
	}
	if len(o.String) == 0 || o.Type.Elem.Size != 1 {
		return "", false
	}
	text, _, _ := bytes.Cut(o.String, []byte{0})
	return string(text), true
}

// constantText is the text of a constant array of characters, or of the literal that a constant pointer leads to.
func constantText(e tree.Expr) (string, bool) {
	for {
		convert, ok := e.(*tree.Convert)
		if !ok {
			break
		}
		e = convert.Operand
	}
	if decay, ok := e.(*tree.Decay); ok {
		init := constantInit(decay.Array)
		text, ok := init.(*tree.StringInit)
		if !ok || decay.Array.ExprType().Elem.Size != 1 {
			return "", false
		}
		before, _, ended := bytes.Cut(text.Bytes, []byte{0})
		return string(before), ended
	}
	if init := constantInit(e); init != nil && Literal(init) != nil {
		return LiteralText(init)
	}
	return "", false
}

// constantInit is the only initialiser of an object that keeps what it starts with; nil: e is no such object.
func constantInit(e tree.Expr) tree.Expr {
	ref, ok := e.(*tree.ObjectRef)
	if !ok {
		return nil
	}
	o := ref.Object
	if !KeepsStart(o) || o.Init == nil || len(o.Init.Entries) != 1 || o.Init.Entries[0].Offset != 0 {
		return nil
	}
	return o.Init.Entries[0].Value
}

// KeepsStart says that an object is a constant that this program defines, and so keeps what it starts with.
func KeepsStart(o *tree.Object) bool {
	t := o.Type
	for ; t.Kind == tree.Array && !t.Const && !t.Volatile; t = t.Elem {
	}
	return t.Const && !t.Volatile && o.Static && !o.Extern && !o.Weak && !o.Assembled && !o.Thread && o.Section == ""
}
