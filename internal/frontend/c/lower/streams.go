package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The functions that print and read: nothing changes but what a format names.

// output is a function that changes nothing in the program; its result is an input.
func (b *body) output(u *libraryUse) (value, bool) {
	if c, ok := b.tableCall(u.def, u.args); ok && !b.writeCounts(u.pos, c) {
		return b.unmodelledCall(u.pos, u.want, u.def.Name+" with a format that may have %n"), true
	}
	if u.want.Kind == tree.Void || !u.result.IsScalar() || !isModelled(u.result) {
		return value{}, u.want.Kind == tree.Void
	}
	b.failWithErrno(u.pos, b.terms.True())
	v := b.input(u.pos, u.want, ir.UndefinedCall, u.def.Name)
	b.outputRange(u, v)
	return value{scalar: v}, true
}

// outputRange says what the result of a function of stdio.h can be: -1 where it fails, else a count, or the
// character that is written.
func (b *body) outputRange(u *libraryUse, v *term.Term) {
	if u.want.Kind != tree.Integer || u.want.Size != 4 || u.result.Size != 4 {
		return
	}
	constant := func(n uint64) *term.Term { return b.terms.BVConst(32, n) }
	failed := b.terms.Eq(v, constant(0xffffffff))
	switch u.name {
	case "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs":
		b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.BVSle(constant(0), v)))
	case "fflush":
		b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.Eq(v, constant(0))))
	case "putchar", "fputc", "putc":
		if u.integers(1) {
			written := b.resizeBits(b.resizeBits(u.args[0].scalar, 8, false), 32, false)
			b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.Eq(v, written)))
		}
	}
}

// closers are the functions that take back what another one gave: its address may come again.
var closers = makeSet("fclose", "pclose", "closedir", "endpwent", "endgrent", "freelocale", "dlclose")

// closedStream marks in the book of the heap a stream that fclose has freed.
const closedStream = 4

// close does what a call of a closer does with the object behind its first argument. fclose frees it.
func (b *body) close(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if !closers[def.Name] || b.options.Open {
		return
	}
	b.noteGone(ir.At{Pos: pos})
	if def.Name != "fclose" || b.book.heap == nil || len(args) == 0 || args[0].scalar == nil {
		return
	}
	stream, closed := args[0].scalar, b.terms.BVConst(8, closedStream)
	if b.checks(property.InvalidFree) {
		entry := b.terms.Select(b.book.heap.Sym, b.granuleOf(stream))
		b.require(pos, property.InvalidFree, b.terms.Ne(entry, closed), "fclose of a stream that was closed")
	}
	b.where(pos, b.terms.Ne(stream, b.zero(stream.Sort())), func() { b.write(pos, b.book.heap, stream, closed) })
}
