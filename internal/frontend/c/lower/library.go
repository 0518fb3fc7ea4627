package lower

import (
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/builtin"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// useOf describes a call to a model: where it is, of which function, with which values and types.
func useOf(pos source.Pos, def *tree.FunctionDef, args []argument, want *tree.Type) *emit.Call {
	c := &emit.Call{Pos: pos, Name: modelName(def), Function: def, Want: want}
	for _, a := range args {
		c.Args = append(c.Args, emit.Argument{Value: a.scalar, Type: a.typ, Expr: a.expr})
	}
	return c
}

// modelName is the name under which a function's model is found; "": there is none.
func modelName(def *tree.FunctionDef) string {
	if def.Unknown {
		return ""
	}
	name := def.Name
	if def.Builtin != "" {
		name = def.Builtin
	}
	name, isBuiltin := strings.CutPrefix(name, "__builtin_")
	if checked, ok := strings.CutSuffix(name, "_chk"); ok && isBuiltin {
		name = strings.TrimPrefix(checked, "__")
	}
	return name
}

// hasCheck says that a function without a body is glibc's __NAME_chk for a NAME that something is
// known of. Calls of those that are declared as glibc's headers do are calls of NAME
// (typecheck/fortified.go).
func hasCheck(def *tree.FunctionDef) bool {
	name, ok := strings.CutSuffix(modelName(def), "_chk")
	if !ok {
		return false
	}
	name, ok = strings.CutPrefix(name, "__")
	return ok && IsLibrary(name)
}

// hasModel says that calls of def, which has no body, have a meaning of their own, so that what
// they are given may be read.
func hasModel(def *tree.FunctionDef) bool {
	return HasRow(modelName(def)) && !isOutput(modelName(def))
}

// HasRow says that a name is in the table of models.
func HasRow(name string) bool { return libc.Model(name) != nil }

// IsLibrary says that something is known of the C library's function of a name.
func IsLibrary(name string) bool {
	f := &tree.FunctionDef{Name: name}
	return hasModel(f) || isOutput(modelName(f)) || isLibraryName(modelName(f)) || haltFunctions[name] || intrinsic.IsError(name) || orderlyFunctions[name]
}

// isOutput says that a function prints what it is given, or what that leads to.
func isOutput(name string) bool { return clib.Is(name, clib.Prints) }

// libraryCall lowers a call of a function that has a model.
func (b *frame) libraryCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) (value, bool) {
	name := modelName(def)
	m := libc.Model(name)
	if m == nil {
		m = builtin.Family(name)
	}
	if m == nil {
		if strings.HasPrefix(def.Name, "__builtin_") && !isLibraryName(name) {
			return b.unsupportedValue(pos, want.typ, "the built-in function "+def.Name), true
		}
		return value{}, false
	}
	return b.modelCall(pos, def, args, want, func(c *emit.Call) (*term.Term, bool) { return m(emitter{b: b, args: args}, c) })
}

// modelCall lowers a call by a model, and makes its result one of the type that is wanted.
func (b *frame) modelCall(
	pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse, model func(c *emit.Call) (*term.Term, bool),
) (value, bool) {
	use := useOf(pos, def, args, want.typ)
	use.Discarded = want.discarded
	x, done := model(use)
	v := value{scalar: x}
	if !done || want.typ.Kind == tree.Void {
		return value{}, done
	}
	if v.scalar == nil {
		return b.anyValue(want.typ), true
	}
	if isInteger := v.scalar.Sort().Kind == term.KindBV; isInteger && !want.typ.IsFloating() {
		v.scalar = b.signExtended(v.scalar, b.sortOf(want.typ).Width)
	} else if v.scalar.Sort() != b.sortOf(want.typ) {
		return b.unsupportedValue(pos, want.typ, def.Name+" with these types"), true
	}
	return v, true
}

// unmodelled says in words that it is known of a function without a body that calls of it are not
// modelled; "": they may be.
func (b fromOutside) unmodelled(def *tree.FunctionDef) string {
	name := def.Name
	isUnmodelled := clib.Is(modelName(def), clib.Unmodelled) || clib.Is(name, clib.Unmodelled)
	switch {
	case strings.HasPrefix(name, "__atomic_") && builtin.Family(name) == nil && !HasRow(name),
		hasCheck(def) && !b.isLeftOut(name),
		isUnmodelled && !b.isLeftOut(name) && !isAnother(def):
		return "call of " + name
	case def.Own:
		return "call of " + name + ", which may be one of a function that the program defines"
	case def.ReturnsTwice:
		return "call of " + name + ", which may return twice"
	case name == "fork" && b.reach.sharesMemory && !isAnother(def):
		return "call of fork in a program that may share memory with the other process"
	}
	return ""
}

// isAnother says that a function is declared with parameters none of which is a pointer, so that it
// is not the library's function of its name that writes memory, and cannot be one that does.
func isAnother(def *tree.FunctionDef) bool {
	t := def.Type
	if t.Unspecified || len(t.Params) == 0 || t.Variadic || t.Result.Kind == tree.Pointer || def.Name == "raise" {
		return false
	}
	for _, p := range t.Params {
		if p.Kind != tree.Integer && p.Kind != tree.Float && p.Kind != tree.Bool {
			return false
		}
	}
	return true
}

func makeSet(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}

// isLibraryName says that a built-in function is the C library's, which is treated as any function
// without a body if it has no model.
func isLibraryName(name string) bool {
	_, isKnown := clib.Lookup(name)
	return isKnown || clib.Is(name, clib.Computes) || clib.Is(name, clib.Unmodelled)
}

// specialCall lowers calls whose arguments are not evaluated.
func (b calls) specialCall(e *tree.Call, def *tree.FunctionDef) (value, bool) {
	if def.Body != nil {
		return value{}, false
	}
	if v, done := b.within.ruleEvents().ruleCall(e, def); done {
		return v, true
	}
	if def.Name == unreachable && !isBehindAssembly(b.def.Body, e) {
		return b.unsupportedValue(e.Pos, e.Type, "a run that gets to "+unreachable+", which is undefined"), true
	}
	switch modelName(def) {
	case "va_arg_pack_len":
		if pack, ok := b.packs[b.def]; ok {
			return value{scalar: b.terms.BVConst(b.sortOf(e.Type).Width, uint64(len(pack)))}, true
		}
	case "va_start":
		return b.variadicArguments().startList(e)
	case "va_copy":
		return b.variadicArguments().copyList(e)
	case "constant_p", "va_end", "object_size":
		var args []argument
		for _, a := range e.Args {
			args = append(args, argument{typ: a.ExprType(), expr: a})
		}
		v, done := libc.Model(modelName(def))(emitter{b: b.frame, args: args}, useOf(e.Pos, def, args, e.Type))
		return value{scalar: v}, done
	}
	return value{}, false
}
