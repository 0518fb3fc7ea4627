package libc

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/models/libc"
)

// The functions that allocate and free memory.

func malloc(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	return heap(e, c, number(e, c.Args[0]), emit.AnyContents), true
}

func calloc(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(2) {
		return nil, false
	}
	// Twice the width holds every product, so that one too large is not taken for a small one.
	width := 2 * e.DataModel().PointerWidth
	wide := func(a emit.Argument) *term.Term { return emit.ZeroExtend(e.Terms(), number(e, a), width) }
	product := e.Terms().BVMul(wide(c.Args[0]), wide(c.Args[1]))
	return heap(e, c, product, emit.Zeroed), true
}

func alignedAlloc(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(2) {
		return nil, false
	}
	return heap(e, c, number(e, c.Args[1]), emit.AnyContents), true
}

// noMemory is ENOMEM, of Linux and of Windows.
const noMemory = 12

// heap allocates size bytes; whether it may fail is an option. No object is larger than the
// difference of two pointers can tell: asking for one gives null whatever the option.
func heap(e emit.Emitter, c *emit.Call, size *term.Term, of emit.Contents) *term.Term {
	width := e.DataModel().PointerWidth
	largest := e.Terms().BVConst(size.Sort().Width, 1<<(width-1)-1)
	tooLarge := e.Terms().BVUlt(largest, size)
	if tooLarge.IsTrue() {
		return address(e, 0)
	}
	size = e.Terms().Ite(tooLarge, address(e, 0), e.Terms().Trunc(width, size))
	v := e.AllocateHeap(c, size, of)
	fails := tooLarge
	if n, ok := emit.ConstantSize(size); e.MallocMayFail() || ok && n == 0 { // of no bytes, null is no failure (7.22.3p1)
		fails = e.Terms().Or(tooLarge, e.Choice(c.Pos, ir.AllocationChoice, c.Function.Name))
	} else {
		e.Rely(assumption.MallocNeverFails, c.Pos)
	}
	e.Own(c.Pos, v, size, fails)
	none := e.Terms().Eq(size, address(e, 0))
	emit.SetErrno(e, c.Pos, e.Terms().And(fails, e.Terms().Or(tooLarge, e.Terms().Not(none))), noMemory)
	emit.FailWithErrno(e, c.Pos, e.Terms().And(fails, none))
	return e.Terms().Ite(fails, address(e, 0), v)
}

// realloc of size 0 frees and gives null, as glibc does; C leaves it open.
func realloc(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(2) {
		return nil, false
	}
	old, size := c.Args[0].Value, number(e, c.Args[1])
	if n, ok := emit.ConstantSize(size); ok && n > 0 {
		return reallocated(e, c, old, size), true
	}
	result := e.Temp(e.Terms().BV(e.DataModel().PointerWidth))
	release, move, done := e.NewBlock("", c.Pos), e.NewBlock("", c.Pos), e.NewBlock("", c.Pos)
	frees := e.Terms().And(e.Terms().Eq(size, address(e, 0)), e.Terms().Ne(old, emit.Zero(e.Terms(), old.Sort())))
	e.Branch(c.Pos, frees, release, move)
	e.Enter(release)
	e.Free(c.Pos, old)
	e.Assign(c.Pos, result, address(e, 0))
	e.Jump(c.Pos, done)
	e.Enter(move)
	e.Assign(c.Pos, result, reallocated(e, c, old, size))
	e.Jump(c.Pos, done)
	e.Enter(done)
	return result.Sym, true
}

// reallocated is a fresh object with the contents of the old one. Bytes beyond the end of the old
// one are whatever lies there: their values are indeterminate in C.
func reallocated(e emit.Emitter, c *emit.Call, old, size *term.Term) *term.Term {
	v := heap(e, c, size, emit.AnyContents)
	null := emit.Zero(e.Terms(), old.Sort())
	e.Where(c.Pos, e.Terms().And(e.Terms().Ne(old, null), e.Terms().Ne(v, null)), func() {
		if n, ok := emit.ConstantSize(size); ok && n > 0 {
			e.Emit(&ir.Copy{At: ir.At{Pos: c.Pos}, To: v, From: old, Size: n})
		} else {
			callLoop(e, c.Pos, "memcpy", v, old, size)
		}
		e.Free(c.Pos, old)
	})
	return v
}

func free(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	e.Free(c.Pos, c.Args[0].Value)
	return nil, true
}

func alloca(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	v, ok := e.AllocateStack(c, number(e, c.Args[0]))
	if !ok {
		return e.Unsupported(c, "alloca where it may be called again in one activation, and the lifetime of "+
			"objects is checked"), true
	}
	return v, true
}

// mayEnd is what a model calls with an object that its function may free.
func mayEnd(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	function := c.Function.Name
	if name, ok := libc.IsFile(c.Pos.File); ok {
		function = name
	}
	e.MayEnd(c.Pos, function, c.Args[0].Value)
	return nil, true
}
