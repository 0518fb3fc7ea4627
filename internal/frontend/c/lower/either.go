package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// Calls of functions that have a definition in the file of the call which serves only to be inlined, and another in
// the program or the library: which of the two a call takes is the compiler's choice (C11 6.7.4p7).

// takenBy are the functions that calls of a function by its name may take, whichever file they are in.
func takenBy(def *tree.FunctionDef) []*tree.FunctionDef {
	taken := append([]*tree.FunctionDef{def}, def.Inlines...)
	if def.Outside != nil {
		taken = append(taken, def.Outside)
	}
	return taken
}

// inlineHere returns the definition that a call of def from this function may have inlined, and the one that it calls
// else; nil where there is no choice.
func (b reusedCalls) inlineHere(def *tree.FunctionDef) (inlined, called *tree.FunctionDef) {
	if def.Outside != nil {
		return def, def.Outside
	}
	for _, f := range def.Inlines {
		if f.Body != nil && f.Unit == b.def.Unit {
			return f, def
		}
	}
	return nil, nil
}

// eitherCall calls one of the two definitions.
func (b calls) eitherCall(pos source.Pos, inlined, called *tree.FunctionDef, args []argument, want resultUse) value {
	if called.Body == nil && b.hasEvents(called, "entry", "exit") {
		return b.unsupportedValue(pos, want.typ, "a call of "+called.Name+", which a rule observes and a compiler may inline")
	}
	what := "inlined " + called.Name
	if called.Builtin != "" {
		what = called.Builtin + " calls " + inlined.Name
	}
	taken := emitter{b: b.frame}.Choice(pos, ir.Unspecified, what)
	first := func() value { return b.callDefined(pos, inlined, args, want.typ) }
	second := func() value { return b.externalCall(pos, called, args, want) }
	if want.typ.Kind == tree.Void {
		b.where(pos, taken, func() { first() })
		b.where(pos, b.terms.Not(taken), func() { second() })
		return value{}
	}
	then, els := b.newBlock("", pos), b.newBlock("", pos)
	b.branch(pos, taken, then, els)
	return b.joinValues(pos, want.typ, then, els, first, second)
}
