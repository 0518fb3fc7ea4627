package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// casts are the conversions of addresses of functions to something else than pointers of their own type: where calls
// through pointers are assumed to call functions of the pointers' types, a function may be called through a pointer of
// each type that its address was converted to, in one step or several. What is no pointer to a function, such as void *
// or an integer, may have become a pointer of any type, but for integers that only carry an address on.
type casts struct {
	carried carried
	named   map[*tree.FunctionDef][]*tree.Type
	pointed []retyped

	reached   map[*tree.FunctionDef]targets
	reachedAt int // how many conversions were known then
	count     int
}

// retyped is a conversion of a pointer that may name any function of its type.
type retyped struct{ from, to *tree.Type }

// targets are the types of functions through which one may be called; a nil type stands for all.
type targets []*tree.Type

func (c *casts) converted(e *tree.Convert) {
	from := e.Operand.ExprType()
	if e.Type.Kind == tree.Void || e.Type.Kind == tree.Bool {
		return
	}
	if from.Kind == tree.Pointer && from.Elem.Kind == tree.Pointer {
		c.reread(from.Elem, e.Type)
		return
	}
	if from.Kind != tree.Pointer || from.Elem.Kind != tree.Function {
		return
	}
	if comes, ok := c.carried[e]; ok {
		for _, to := range comes {
			c.becomes(e.Operand, to)
		}
		return
	}
	c.becomes(e.Operand, functionPointed(e.Type))
}

// becomes notes that the address of functions is converted to a pointer to a type of function; nil stands for all.
func (c *casts) becomes(e tree.Expr, to *tree.Type) {
	from := e.ExprType().Elem
	if to != nil && sameType(from, to) {
		return
	}
	c.count++
	if def := directCallee(e); def != nil {
		if c.named == nil {
			c.named = map[*tree.FunctionDef][]*tree.Type{}
		}
		c.named[def] = append(c.named[def], to)
	} else {
		c.pointed = append(c.pointed, retyped{from: from, to: to})
	}
}

// reread notes that a pointer to an object that holds a pointer is converted: what it leads to may be read as the other
// type, or have been written as that. Functions such as memcpy copy the bytes of what is converted to void *.
func (c *casts) reread(object, to *tree.Type) {
	depth := 1
	for ; object.Kind == tree.Pointer && object.Elem.Kind == tree.Pointer; object = object.Elem {
		depth++
	}
	if object.Kind != tree.Pointer || object.Elem.Kind != tree.Function {
		return
	}
	from := object.Elem
	for ; depth > 0 && to != nil; depth-- {
		if to.Kind != tree.Pointer {
			to = nil
		} else {
			to = to.Elem
		}
	}
	if to == nil || to.Kind != tree.Pointer || to.Elem.Kind != tree.Function {
		c.count++
		c.pointed = append(c.pointed, retyped{from: from})
		return
	}
	if !sameType(from, to.Elem) {
		c.count++
		c.pointed = append(c.pointed, retyped{from, to.Elem}, retyped{to.Elem, from})
	}
}

// has says that the address of a function is converted at all.
func (c *casts) has(def *tree.FunctionDef) bool { return len(c.targetsOf(def)) > 0 }

// converts says that some pointer that may name any function of a type is converted.
func (c *casts) converts(of *tree.Type) bool {
	return slices.ContainsFunc(c.pointed, func(r retyped) bool { return sameType(r.from, of) })
}

// leads says that the address of a function may have been converted to a pointer to a type of function.
func (c *casts) leads(def *tree.FunctionDef, to *tree.Type) bool {
	isTo := func(t *tree.Type) bool { return t == nil || sameType(t, to) }
	return slices.ContainsFunc(c.targetsOf(def), isTo)
}

// targetsOf follows the conversions from a function's type, and from those that it is converted to by its name.
func (c *casts) targetsOf(def *tree.FunctionDef) targets {
	if c.reachedAt != c.count {
		c.reached, c.reachedAt = map[*tree.FunctionDef]targets{}, c.count
	}
	if out, ok := c.reached[def]; ok {
		return out
	}
	if c.reached == nil {
		return nil // nothing is converted
	}
	out := slices.Clone(targets(c.named[def]))
	out = c.from(out, def.Type)
	for i := 0; i < len(out) && !out.all(); i++ {
		out = c.from(out, out[i])
	}
	c.reached[def] = out
	return out
}

// from adds what a pointer to a type of function is converted to.
func (c *casts) from(known targets, t *tree.Type) targets {
	for _, r := range c.pointed {
		if sameType(r.from, t) && !known.all() && (r.to == nil || !known.contains(r.to)) {
			known = append(known, r.to)
		}
	}
	return known
}

func (t targets) all() bool { return slices.Contains(t, nil) }

func (t targets) contains(of *tree.Type) bool {
	return slices.ContainsFunc(t, func(x *tree.Type) bool { return sameType(x, of) })
}

// refuseCasts refuses a call of a function that was cast to the pointer's type and cannot be called so.
func (b *frame) refuseCasts(pos source.Pos, pointer *term.Term, of *tree.Type, candidates []*tree.FunctionDef) {
	if !b.options.TypedCalls && !b.callsFunctions() {
		return
	}
	for _, def := range b.reach.addressed {
		if !b.reach.casts.leads(def, of) || slices.Contains(candidates, def) {
			continue
		}
		b.where(pos, b.terms.Eq(pointer, b.functionAddress(pos, def)), func() {
			why := "which was cast and takes other arguments"
			b.refuse(pos, CodeValue, "a call through a pointer of the function "+def.Name+", "+why)
		})
	}
}
