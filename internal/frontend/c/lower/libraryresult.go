package lower

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// returnsArgument says that the result of a call is made of its arguments.
func (c tableCall) returnsArgument() bool {
	return (c.Result.Kind == clib.Argument || c.Result.Kind == clib.Inside) && c.def.Type.Result.Kind == tree.Pointer &&
		c.args[c.Result.Param-1].scalar != nil
}

// argumentResult is the result of a function that returns an argument or a pointer into what it
// points into, or something else that the table names.
func (b libraryCalls) argumentResult(pos source.Pos, c tableCall, want resultUse) value {
	r, a := c.Result, c.args[c.Result.Param-1]
	v := a.scalar
	if r.Kind == clib.Inside {
		v = b.somewhereIn(pos, c, a)
	}
	null := b.zero(v.Sort())
	if r.OrFresh {
		other := b.outsideResult(pos, c.def.Type.Result, ir.UndefinedCall, outsideCallOf(c.def, c.args, want))
		v = b.terms.Ite(b.terms.Eq(a.scalar, null), other.scalar, v)
	}
	if r.OrOwn {
		other := b.outsideResult(pos, c.def.Type.Result, ir.UndefinedCall, outsideCallOf(c.def, c.args, want))
		v = b.terms.Ite(b.libraryChoice(pos, c), other.scalar, v)
	}
	if r.OrNull {
		v = b.terms.Ite(b.libraryChoice(pos, c), null, v)
	}
	return value{scalar: v}
}

// libraryChoice is a choice that a library function makes: whether it fails.
func (b libraryCalls) libraryChoice(pos source.Pos, c tableCall) *term.Term {
	v := b.newTemp(b.terms.Bool())
	b.havoc(pos, v, ir.AllocationChoice, c.def.Name, c.def.Type.Result.Name)
	return v.Sym
}
