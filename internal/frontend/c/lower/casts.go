package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// casts are the functions whose addresses are converted to something else than pointers of their own type: where calls
// through pointers are assumed to call functions of the pointers' types, those may be called by any that has the
// arguments for them.
type casts struct {
	named   []*tree.FunctionDef
	pointed []*tree.Type // of functions to which a pointer was converted that may name any of them
}

func (c *casts) converted(e *tree.Convert) {
	from := e.Operand.ExprType()
	if from.Kind != tree.Pointer || from.Elem.Kind != tree.Function {
		return
	}
	if e.Type.Kind == tree.Void || e.Type.Kind == tree.Bool {
		return
	}
	if e.Type.Kind == tree.Pointer && sameType(from.Elem, e.Type.Elem) {
		return
	}
	if def := directCallee(e.Operand); def != nil {
		c.named = append(c.named, def)
	} else {
		c.pointed = append(c.pointed, from.Elem)
	}
}

// has says that a function is among them.
func (c *casts) has(def *tree.FunctionDef) bool {
	isOf := func(t *tree.Type) bool { return sameType(t, def.Type) }
	return slices.Contains(c.named, def) || slices.ContainsFunc(c.pointed, isOf)
}

// refuseCasts refuses a call of a function that was cast to another type and cannot be called so.
func (b *frame) refuseCasts(pos source.Pos, pointer *term.Term, candidates []*tree.FunctionDef) {
	if !b.options.TypedCalls && !b.callsFunctions() {
		return
	}
	for _, def := range b.reach.addressed {
		if !b.reach.casts.has(def) || slices.Contains(candidates, def) {
			continue
		}
		b.where(pos, b.terms.Eq(pointer, b.functionAddress(pos, def)), func() {
			why := "which was cast and takes other arguments"
			b.refuse(pos, CodeValue, "a call through a pointer of the function "+def.Name+", "+why)
		})
	}
}
