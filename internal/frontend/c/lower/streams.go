package lower

import (
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// closedStream marks in the shadow state of the heap a stream, or another thing, that was opened and closed.
const closedStream = 4

// streamClosers end the stream that they are given.
var streamClosers = makeSet("fclose", "pclose", "endmntent")

// close does what a call of a function that takes something back does with the object behind its
// first argument.
func (b shadow) close(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if !libcall.Closes(def.Name) || b.options.Open {
		return
	}
	b.addressing().noteGone(ir.At{Pos: pos})
	if !streamClosers[def.Name] || len(args) == 0 || args[0].scalar == nil {
		return
	}
	stream, closed := args[0].scalar, b.terms.BVConst(8, closedStream)
	b.finishStream(pos, stream)
	if b.shadowMaps.heap == nil {
		return
	}
	if b.checks(property.InvalidFree) {
		twice := b.hasEntry(stream, closedStream)
		if def.Name != "fclose" {
			twice = b.mayShow(pos, def.Name, twice)
		}
		b.require(pos, property.InvalidFree, b.terms.Not(twice), def.Name+" of a stream that was closed")
		isSome := b.terms.And(b.terms.Ne(stream, b.zero(stream.Sort())), b.terms.Not(b.unheardOf(stream)))
		isStream := b.hasEntry(stream, openStream, foreignObject, closedStream)
		bad := b.mayShow(pos, def.Name, b.terms.And(isSome, b.terms.Not(isStream)))
		b.require(pos, property.InvalidFree, b.terms.Not(bad), def.Name+" of an object that is no stream")
	}
	b.where(pos, b.terms.Ne(stream, b.zero(stream.Sort())), func() { b.writeEntry(pos, b.shadowMaps.heap, stream, closed) })
}

// finishStream lets a stream that was closed be dead to what uses it later (7.21.3p4).
func (b shadow) finishStream(pos source.Pos, stream *term.Term) {
	if !b.checks(property.UseAfterFree) {
		return
	}
	b.where(pos, b.terms.Ne(stream, b.zero(stream.Sort())), func() { b.finishObject(pos, stream) })
	b.lifetimes.frees[b.function] = true
}
