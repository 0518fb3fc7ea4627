package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A pointer from outside to a function is null, or leads to a function of its type: one with
// linkage, one that the file of an entry has given away, one that the call which returned it was
// handed, or one that only the outside has. What that one does is what functions without a body do;
// where it is a caller that gave it, it also writes what a caller can. What else of the program it
// might lead to is named (assumption.OutsideNotTo).

// takesFunction notes that pointers to functions of a type come from outside.
func (r *reach) takesFunction(t *tree.Type) {
	for _, known := range r.outside.functions {
		if sameType(known, t) {
			return
		}
	}
	r.outside.functions = append(r.outside.functions, t)
	for _, def := range r.known.unit.Functions {
		if (r.isVisible(def) || r.isHeldEarlier(def)) && sameType(def.Type, t) {
			r.pointed(def)
		}
	}
}

// isVisible says that the outside can name a function of the program, and may call it. That it calls main again is not
// looked at.
func (r *reach) isVisible(def *tree.FunctionDef) bool {
	return def.Body != nil && def.Linkage == tree.ExternalLinkage && def.Name != "main" && !r.known.isErrorFunction(def)
}

// isHeldEarlier says that pointers that are there when an entry other than main is called may lead to a function that
// only its file can name.
func (r *reach) isHeldEarlier(def *tree.FunctionDef) bool {
	return r.known.startsAnyhow() && r.known.mayBeHeld(def)
}

// isKnownOutside says that a pointer from outside to functions of its type may lead to a function.
func (b fromOutside) isKnownOutside(def *tree.FunctionDef) bool {
	if def.Body == nil {
		return !b.isErrorFunction(def)
	}
	if b.starting && b.reach.isHeldEarlier(def) {
		return true
	}
	return b.reach.isVisible(def) || b.startsAnyhow() && b.isGivenAway(def)
}

// knownFunctions are the functions of the program that a pointer from outside to one of a type may lead to.
func (b fromOutside) knownFunctions(pos source.Pos, t *tree.Type) []origin {
	var out []origin
	for _, def := range b.reach.addressed {
		switch {
		case !sameType(def.Type, t):
			if b.reach.casts.has(def) || b.reach.casts.converts(t) {
				b.notTo(def.Name, def.Pos)
			}
		case b.isKnownOutside(def):
			out = append(out, origin{b.functionAddress(pos, def), 0, 1, ir.Origin{Object: def.Name}})
		}
	}
	for _, def := range b.unit.Functions {
		if b.isInnerFunction(def) && sameType(def.Type, t) && !b.isKnownOutside(def) {
			b.notTo(def.Name, def.Pos)
		}
	}
	return out
}

// outsideFunction is a pointer from outside to a function.
func (b fromOutside) outsideFunction(pos source.Pos, t *tree.Type, name string, call *outsideCall) *term.Term {
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	v.Type = t.Name
	b.havoc(pos, v, ir.OutsidePointer, name, "function "+b.unknownName(t.Elem))
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.options.Model.OutsideStart(b.terms, v.Sym), Known: true})
	origins := b.knownFunctions(pos, t.Elem)
	if call != nil {
		if slices.ContainsFunc(b.reach.outside.toldFunctions, func(told *tree.Type) bool { return sameType(told, t.Elem) }) {
			b.notTo("a function without linkage that an earlier call was given", pos)
		}
		for i, a := range call.args {
			if a.typ.Kind == tree.Pointer && sameType(a.typ.Elem, t.Elem) && a.scalar != nil {
				origins = append(origins, origin{a.scalar, 0, 1, ir.Origin{Argument: i + 1}})
			}
		}
	}
	if len(origins) == 0 {
		return v.Sym
	}
	return b.oneOf(pos, v.Sym, origins, name, call)
}

// unknownName is the name of the function of a type that only the outside has.
func (b fromOutside) unknownName(t *tree.Type) string {
	for i, known := range b.reach.outside.functions {
		if sameType(known, t) {
			return ir.OutsideFunction + itoa(i+1)
		}
	}
	b.reach.outside.functions = append(b.reach.outside.functions, t)
	return ir.OutsideFunction + itoa(len(b.reach.outside.functions))
}

// callsUnknown says that pointers may lead to functions that only the outside has.
func (r *reach) callsUnknown() bool {
	options := r.known.options
	return !options.Open && !options.TypedCalls && len(r.outside.functions) > 0
}

// callUnknown calls the function that only the outside has where a pointer leads to it.
func (b fromOutside) callUnknown(e *tree.Call, t *tree.Type, pointer *term.Term, args []argument, want resultUse, temps []*ir.Variable, done *ir.Block) {
	if !b.reach.callsUnknown() {
		return
	}
	b.where(e.Pos, b.options.Model.InOutside(b.terms, pointer), func() {
		def := &tree.FunctionDef{Name: b.unknownName(t), Type: t, Pos: e.Pos}
		v := b.bodilessCalls().undefinedCall(e.Pos, def, args, want)
		if e.Type.Kind != tree.Void {
			b.setTemps(e.Pos, e.Type, temps, v)
		}
		b.block.Jump(e.Pos, done)
		b.enter(b.newBlock("", e.Pos))
	})
}
