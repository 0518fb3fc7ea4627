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
		if o.Name == "errno" && o.Linkage == tree.ExternalLinkage && o.Type.Kind == tree.Integer {
			return b.objectPlace(o, o.Type), true
		}
	}
	return place{}, false
}

// failWithErrno sets errno to a number that is not zero, or leaves it, where cond holds.
func (b *body) failWithErrno(pos source.Pos, cond *term.Term) {
	if cond.IsFalse() {
		return
	}
	p, ok := b.errnoPlace(pos)
	if !ok {
		return
	}
	old, v := b.loadScalar(pos, p), b.input(pos, p.typ, ir.Unspecified, "errno")
	b.storeScalar(pos, p, b.terms.Ite(b.terms.And(cond, b.isTrue(v)), v, old))
}
