package lower

import (
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// errno may be set to a number that is not zero by any function of the C library, where C does not say
// otherwise (C11 7.5p3): functions without a body and those whose models are about the world leave it open. It
// costs nothing where the program does not look at errno. Functions of strings and of memory, and those with
// exact models, set it as they say.

// errnoModel is the function that errno stands for in the headers.
const errnoModel = "__errno_location"

// exactErrno are the functions with a model in C that sets errno as they do.
var exactErrno = makeSet(
	"strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "posix_memalign", "reallocarray", "strdup", "strndup",
)

// setsErrno says that a function with a model in C may set errno as it likes.
func setsErrno(def *tree.FunctionDef) bool {
	f, ok := clib.Lookup(def.Name)
	return ok && f.Errno && isModelFile(def.Pos.File) && !exactErrno[def.Name]
}

func isModelFile(file string) bool { return strings.HasPrefix(file, "<") }

// errnoPlace is where errno is; ok is false in a program that does not look at it.
func (b *body) errnoPlace(pos source.Pos) (p place, ok bool) {
	for def, f := range b.funcs {
		if def.Name == errnoModel && isModelFile(def.Pos.File) && f != nil {
			v := b.callDefined(pos, def, nil, def.Type.Result)
			return place{typ: def.Type.Result.Elem, address: v.scalar}, true
		}
	}
	for o := range b.reach.seen {
		if isErrno(o) {
			return b.objectPlace(o, o.Type), true
		}
	}
	return place{}, false
}

// isErrno says that a program declares errno itself.
func isErrno(o *tree.Object) bool {
	return o.Name == "errno" && o.Linkage == tree.ExternalLinkage && o.Type.Kind == tree.Integer
}

// lastError is the largest number of an error of the systems that are targets: 133 of Linux, 140 of Windows.
const lastError = 140

// ioError is EIO, which errno is where a function fails and the number that is chosen is that of no error.
// The driver of a test sets it too.
const ioError = 5

// failWithErrno sets errno to the number of an error, or leaves it, where cond holds.
func (b *body) failWithErrno(pos source.Pos, cond *term.Term) {
	b.chooseErrno(pos, cond, nil)
}

// leaveErrno may set errno in a call of a function of the C library. That it does is an input of the
// function's name: it is no choice of the world's, and a test must see the machine do it.
func (b *body) leaveErrno(pos source.Pos, name string) {
	if p, ok := b.errnoPlace(pos); ok {
		sets := b.input(pos, p.typ, ir.UndefinedCall, name+".errno")
		b.assumeTrue(pos, b.terms.BVUle(sets, b.terms.BVConst(sets.Sort().Width, 1)))
		b.chooseErrno(pos, b.isTrue(sets), nil)
	}
}

// resultWithErrno sets errno to the number of an error, or leaves it, unless a function of the C library whose
// result is v has failed and always sets it then.
func (b *body) resultWithErrno(pos source.Pos, def *tree.FunctionDef, v value) {
	var failed *term.Term
	if clib.Is(modelName(def), clib.SetsErrno) && v.scalar != nil && v.scalar.Sort().Kind == term.KindBV {
		failure := b.terms.BVConst(v.scalar.Sort().Width, 0)
		if def.Type.Result.Kind != tree.Pointer {
			failure = b.terms.BVNot(failure)
		}
		failed = b.terms.Eq(v.scalar, failure)
	}
	b.chooseErrno(pos, b.terms.True(), failed)
}

// chooseErrno sets errno to the number of an error, or leaves it, where cond holds; where failed holds
// it does not leave it. No condition is one that never holds.
func (b *body) chooseErrno(pos source.Pos, cond, failed *term.Term) {
	if cond.IsFalse() {
		return
	}
	p, ok := b.errnoPlace(pos)
	if !ok {
		return
	}
	old, v := b.loadScalar(pos, p), b.input(pos, p.typ, ir.Unspecified, "errno")
	width := v.Sort().Width
	if failed != nil {
		old = b.terms.Ite(failed, b.terms.BVConst(width, ioError), old)
	}
	isError := b.terms.And(b.isTrue(v), b.terms.BVUle(v, b.terms.BVConst(width, lastError)))
	b.storeScalar(pos, p, b.terms.Ite(b.terms.And(cond, isError), v, old))
}

// setErrno sets errno to a number where cond holds.
func (b *body) setErrno(pos source.Pos, cond *term.Term, number uint64) {
	if cond.IsFalse() {
		return
	}
	if p, ok := b.errnoPlace(pos); ok {
		old := b.loadScalar(pos, p)
		b.storeScalar(pos, p, b.terms.Ite(cond, b.terms.BVConst(old.Sort().Width, number), old))
	}
}
