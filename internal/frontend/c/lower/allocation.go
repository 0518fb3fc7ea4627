package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/term"
)

// The functions that allocate and free memory.

func (b *body) malloc(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	return b.heap(u, b.number(u.args[0]), false), true
}

func (b *body) calloc(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	// Twice the width holds every product, so that one too large is not taken for a small one.
	width := 2 * b.pointerWidth()
	product := b.terms.BVMul(b.resizeBits(b.number(u.args[0]), width, false), b.resizeBits(b.number(u.args[1]), width, false))
	return b.heap(u, product, true), true
}

func (b *body) alignedAlloc(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	return b.heap(u, b.number(u.args[1]), false), true
}

// heap allocates size bytes; whether it may fail is an option. No object is larger than the difference
// of two pointers can tell: asking for one gives null whatever the option.
func (b *body) heap(u *libraryUse, size *term.Term, zero bool) value {
	width := b.pointerWidth()
	largest := b.terms.BVConst(size.Sort().Width, 1<<(width-1)-1)
	tooLarge := b.terms.BVUlt(largest, size)
	if tooLarge.IsTrue() {
		return value{scalar: b.addr(0)}
	}
	size = b.terms.Ite(tooLarge, b.addr(0), b.terms.Trunc(width, size))
	v := b.newTemp(b.terms.BV(width))
	a := b.alloc(u.pos, v, size, ir.HeapObject, "", u.name)
	a.Zero = zero
	b.emit(a)
	b.allocated(u.pos, v.Sym, b.heapAlignment())
	b.noteChunk(u.pos, v.Sym, size)
	b.begin(u.pos, v.Sym, size)
	fails := tooLarge
	if n, ok := constantSize(size); b.options.MallocMayFail || ok && n == 0 { // of no bytes, null is no failure (7.22.3p1)
		choice := b.newTemp(b.terms.Bool())
		b.havoc(u.pos, choice, ir.AllocationChoice, u.def.Name, "_Bool")
		fails = b.terms.Or(tooLarge, choice.Sym)
	} else {
		b.assume(assumption.MallocNeverFails, u.pos)
	}
	b.write(u.pos, b.book.heap, v.Sym, b.terms.Ite(fails, b.terms.BVConst(8, 0), b.terms.BVConst(8, ownObject)))
	b.count(u.pos, b.terms.Ite(fails, b.addr(0), b.addr(1)))
	b.hide(u.pos, b.terms.BVUle(b.addr(b.granule()), size))
	b.failWithErrno(u.pos, fails)
	return value{scalar: b.terms.Ite(fails, b.addr(0), v.Sym)}
}

// realloc of size 0 frees and gives null, as glibc does; C leaves it open.
func (b *body) realloc(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	old, size := u.args[0].scalar, b.number(u.args[1])
	if n, ok := constantSize(size); ok && n > 0 {
		return value{scalar: b.reallocated(u, old, size)}, true
	}
	result := b.newTemp(b.terms.BV(b.pointerWidth()))
	release, move, done := b.newBlock("", u.pos), b.newBlock("", u.pos), b.newBlock("", u.pos)
	frees := b.terms.And(b.terms.Eq(size, b.addr(0)), b.terms.Ne(old, b.zero(old.Sort())))
	b.branch(u.pos, frees, release, move)
	b.enter(release)
	b.release(u.pos, old)
	b.assign(u.pos, result, b.addr(0))
	b.block.Jump(u.pos, done)
	b.enter(move)
	b.assign(u.pos, result, b.reallocated(u, old, size))
	b.block.Jump(u.pos, done)
	b.enter(done)
	return value{scalar: result.Sym}, true
}

// reallocated is a fresh object with the contents of the old one. Bytes beyond the end of the old one are
// whatever lies there: their values are indeterminate in C.
func (b *body) reallocated(u *libraryUse, old, size *term.Term) *term.Term {
	v := b.heap(u, size, false)
	null := b.zero(old.Sort())
	b.where(u.pos, b.terms.And(b.terms.Ne(old, null), b.terms.Ne(v.scalar, null)), func() {
		if n, ok := constantSize(size); ok && n > 0 {
			b.emit(&ir.Copy{At: ir.At{Pos: u.pos}, To: v.scalar, From: old, Size: n})
		} else {
			b.callLibrary(u.pos, "memcpy", v.scalar, old, size)
		}
		b.release(u.pos, old)
	})
	return v.scalar
}

func (b *body) free(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	b.release(u.pos, u.args[0].scalar)
	return value{}, true
}

func (b *body) alloca(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	size := b.number(u.args[0])
	if b.checks(property.UseAfterFree) && (b.repeating > 0 || len(b.def.Labels) > 0) {
		return b.unsupportedValue(u.pos, u.want, "alloca where it may be called again in one activation, and the lifetime of objects is checked"), true
	}
	b.emit(b.alloc(u.pos, v, size, ir.StackObject, "", "alloca"))
	b.allocated(u.pos, v.Sym, b.heapAlignment())
	b.begin(u.pos, v.Sym, size)
	b.allocas = append(b.allocas, v)
	return value{scalar: v.Sym}, true
}
