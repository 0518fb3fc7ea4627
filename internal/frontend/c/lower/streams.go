package lower

import (
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// closedStream marks in the shadow state of the heap a stream that fclose has freed.
const closedStream = 4

// close does what a call of a function that takes something back does with the object behind its
// first argument. fclose frees it.
func (b shadow) close(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if !libcall.Closes(def.Name) || b.options.Open {
		return
	}
	b.addressing().noteGone(ir.At{Pos: pos})
	if def.Name != "fclose" || len(args) == 0 || args[0].scalar == nil {
		return
	}
	stream, closed := args[0].scalar, b.terms.BVConst(8, closedStream)
	b.finishStream(pos, stream)
	if b.shadowMaps.heap == nil {
		return
	}
	if b.checks(property.InvalidFree) {
		entry := b.terms.Select(b.shadowMaps.heap.Sym, b.granuleOf(stream))
		b.require(pos, property.InvalidFree, b.terms.Ne(entry, closed), "fclose of a stream that was closed")
	}
	b.where(pos, b.terms.Ne(stream, b.zero(stream.Sort())), func() { b.writeEntry(pos, b.shadowMaps.heap, stream, closed) })
}

// finishStream lets a stream that fclose has freed be dead to what uses it later (7.21.3p4).
func (b shadow) finishStream(pos source.Pos, stream *term.Term) {
	if !b.checks(property.UseAfterFree) {
		return
	}
	b.where(pos, b.terms.Ne(stream, b.zero(stream.Sort())), func() { b.finishObject(pos, stream) })
	b.lifetimes.frees[b.function] = true
}
