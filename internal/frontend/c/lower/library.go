package lower

import (
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/builtin"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// libraryUse is a call of a library function or compiler builtin that has a model.
type libraryUse struct {
	pos    source.Pos
	name   string // without __builtin_ and what stands for a check of sizes
	def    *tree.FunctionDef
	args   []argument
	want   *tree.Type
	result *tree.Type
}

// call is what a model sees of the call.
func (u *libraryUse) call() *emit.Call {
	c := &emit.Call{Pos: u.pos, Name: u.name, Function: u.def, Want: u.want}
	for _, a := range u.args {
		c.Args = append(c.Args, emit.Argument{Value: a.scalar, Type: a.typ, Expr: a.expr})
	}
	return c
}

type model func(*body, *libraryUse) (value, bool)

// models are the library functions whose effects are known. A model that returns false leaves the
// call to be treated as one of a function without a body.
func models() map[string]model {
	return map[string]model{
		"scanf":           (*body).scanf,
		"__isoc99_scanf":  (*body).scanf,
		"fscanf":          (*body).scanfAfterOne,
		"sscanf":          (*body).scanfAfterOne,
		"__isoc99_fscanf": (*body).scanfAfterOne,
		"__isoc99_sscanf": (*body).scanfAfterOne,
		"printf":          (*body).output,
		"fprintf":         (*body).output,
		"puts":            (*body).output,
		"putchar":         (*body).output,
		"fputs":           (*body).output,
		"fputc":           (*body).output,
		"putc":            (*body).output,
		"fflush":          (*body).output,
		"vprintf":         (*body).output,
		"vfprintf":        (*body).output,
		"perror":          (*body).output,
		"printk":          (*body).output,
		"time":            (*body).time,
		"rand":            (*body).output,
		"getchar":         (*body).output,
		"object_size":     (*body).objectSize,
	}
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
	return hasRow(modelName(def)) && !isOutput(modelName(def))
}

var modelTable = models()

// hasRow says that a name is in the table of models.
func hasRow(name string) bool { return modelTable[name] != nil || libc.Model(name) != nil }

// IsLibrary says that something is known of the C library's function of a name.
func IsLibrary(name string) bool {
	f := &tree.FunctionDef{Name: name}
	return hasModel(f) || isOutput(modelName(f)) || isLibraryName(modelName(f)) || haltFunctions[name] || errorFunctions[name] || orderlyFunctions[name]
}

func isOutput(name string) bool {
	switch name {
	case "printf", "fprintf", "puts", "fputs", "perror", "printk", "vprintf", "vfprintf":
		return true
	}
	return false
}

// libraryCall lowers a call of a function that has a model.
func (b *body) libraryCall(pos source.Pos, def *tree.FunctionDef, args []argument, want *tree.Type) (value, bool) {
	use := &libraryUse{pos: pos, name: modelName(def), def: def, args: args, want: want, result: def.Type.Result}
	var v value
	var done bool
	m, isOwn := libc.Model(use.name), modelTable[use.name]
	if m == nil {
		m = builtin.Family(use.name)
	}
	switch {
	case isOwn != nil:
		v, done = isOwn(b, use)
	case m != nil:
		v.scalar, done = m(emitter{b}, use.call())
	case strings.HasPrefix(def.Name, "__builtin_") && !isLibraryName(use.name):
		return b.unsupportedValue(pos, want, "the built-in function "+def.Name), true
	}
	if !done || want.Kind == tree.Void {
		return value{}, done
	}
	if v.scalar == nil {
		return b.anyValue(want), true
	}
	if isInteger := v.scalar.Sort().Kind == term.KindBV; isInteger && !want.IsFloating() {
		v.scalar = b.resizeBits(v.scalar, b.sortOf(want).Width, true)
	} else if v.scalar.Sort() != b.sortOf(want) {
		return b.unsupportedValue(pos, want, def.Name+" with these types"), true
	}
	return v, true
}

// isLibraryName says that a built-in function is the C library's, which is treated as any function
// without a body if it has no model.
func isLibraryName(name string) bool {
	_, isKnown := clib.Lookup(name)
	return builtinLibrary[name] || unsupportedFunctions[name] || isKnown
}

// builtinLibrary are functions of the C library that compilers also know as built-in ones and that
// only compute a result.
var builtinLibrary = makeSet(
	"fmod", "fmodf", "pow", "powf", "exp", "expf", "exp2", "log", "logf", "log2", "log10", "log1p", "expm1",
	"sin", "sinf", "cos", "cosf", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "cbrt", "hypot",
	"fdim", "fma", "remainder", "drem", "ldexp", "scalbn", "logb", "ilogb", "nextafter", "tgamma", "lgamma",
	"return_address", "frame_address", "extract_return_addr",
)

// specialCall lowers calls whose arguments are not evaluated.
func (b *body) specialCall(e *tree.Call, def *tree.FunctionDef) (value, bool) {
	if def.Body != nil {
		return value{}, false
	}
	if v, done := b.ruleCall(e, def); done {
		return v, true
	}
	switch modelName(def) {
	case "va_arg_pack_len":
		if pack, ok := b.packs[b.def]; ok {
			return value{scalar: b.terms.BVConst(32, uint64(len(pack)))}, true
		}
	case "constant_p", "va_start", "va_end", "va_copy", "object_size":
		use := &libraryUse{pos: e.Pos, name: modelName(def), def: def, want: e.Type, result: def.Type.Result}
		for _, a := range e.Args {
			use.args = append(use.args, argument{typ: a.ExprType(), expr: a})
		}
		switch use.name {
		case "va_start":
			return b.startList(use)
		case "va_copy":
			return b.copyList(use)
		}
		if own := modelTable[use.name]; own != nil {
			return own(b, use)
		}
		v, done := libc.Model(use.name)(emitter{b}, use.call())
		return value{scalar: v}, done
	}
	return value{}, false
}

// number is the argument as an unsigned number of pointer width.
func (b *body) number(a argument) *term.Term {
	return b.resizeBits(a.scalar, b.pointerWidth(), isSigned(a.typ))
}

// scalars says that the call has at least n arguments, all of them scalars that are modelled.
func (u *libraryUse) scalars(n int) bool {
	if len(u.args) < n {
		return false
	}
	for _, a := range u.args[:n] {
		if a.scalar == nil || !isModelled(a.typ) {
			return false
		}
	}
	return true
}

func (u *libraryUse) integers(n int) bool {
	if !u.scalars(n) {
		return false
	}
	for _, a := range u.args[:n] {
		if a.typ.IsFloating() {
			return false
		}
	}
	return true
}

// time returns what it stores.
func (b *body) time(u *libraryUse) (value, bool) {
	if !u.integers(1) || u.result.Kind != tree.Integer {
		return value{}, false
	}
	now := b.input(u.pos, u.result, ir.UndefinedCall, u.def.Name)
	to := u.args[0].scalar
	b.where(u.pos, b.terms.Ne(to, b.zero(to.Sort())), func() {
		b.storeScalar(u.pos, place{typ: u.result, address: to, pointer: to}, now)
	})
	return value{scalar: now}, true
}
