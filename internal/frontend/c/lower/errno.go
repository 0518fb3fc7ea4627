package lower

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Which functions set errno, and where it is; package emit says how.

// errnoModel is the function that errno stands for in the headers.
const errnoModel = "__errno_location"

// exactErrno are the functions with a model in C that sets errno as they do.
var exactErrno = makeSet(
	"strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "posix_memalign", "reallocarray", "strdup", "strndup",
	"sigaddset", "sigdelset", "sigismember",
)

// setsErrno says that a function with a model in C may set errno as it likes.
func setsErrno(def *tree.FunctionDef) bool {
	f, ok := clib.Lookup(def.Name)
	return ok && f.Errno && libcall.IsModelFile(def.Pos.File) && !exactErrno[def.Name]
}

// errnoCell is where errno is (emit.Errno).
type errnoCell struct {
	b     *frame
	place place
}

func (c errnoCell) Type() *tree.Type                   { return c.place.typ }
func (c errnoCell) Load(pos source.Pos) *term.Term     { return c.b.loadScalar(pos, c.place) }
func (c errnoCell) Store(pos source.Pos, x *term.Term) { c.b.storeScalar(pos, c.place, x) }

func (e emitter) Errno(pos source.Pos) emit.Errno {
	b := e.b
	for def, f := range b.funcs {
		if def.Name == errnoModel && libcall.IsModelFile(def.Pos.File) && f != nil {
			v := b.callDefined(pos, def, nil, def.Type.Result)
			return errnoCell{b, place{typ: def.Type.Result.Elem, address: v.scalar}}
		}
	}
	for o := range b.reach.seen {
		if isErrno(o) {
			return errnoCell{b, b.objectPlace(o, o.Type)}
		}
	}
	return nil
}

// isErrno says that a program declares errno itself.
func isErrno(o *tree.Object) bool {
	return o.Name == "errno" && o.Linkage == tree.ExternalLinkage && o.Type.Kind == tree.Integer
}

// failed says of the result of a call that the function has failed, if that always sets errno; nil:
// it need not.
func failed(terms *term.Builder, def *tree.FunctionDef, v value) *term.Term {
	if !clib.Is(modelName(def), clib.SetsErrno) || v.scalar == nil || v.scalar.Sort().Kind != term.KindBV {
		return nil
	}
	failure := terms.BVConst(v.scalar.Sort().Width, 0)
	if def.Type.Result.Kind != tree.Pointer {
		failure = terms.BVNot(failure)
	}
	return terms.Eq(v.scalar, failure)
}
