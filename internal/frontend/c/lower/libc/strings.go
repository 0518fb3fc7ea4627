package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// string.h: what copies, fills and compares memory and strings.

// byteLoop calls the loop of a string function with arguments brought to its parameter types.
func byteLoop(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if v, done := copyLiteral(e, c); done {
		return v, true
	}
	name := c.Name
	if other := otherNames[name]; other != "" {
		name = other
	}
	f := loopFunction(e, name, checksEach)
	if !c.Integers(len(f.Params)) {
		return nil, false
	}
	args := make([]*term.Term, len(f.Params))
	requirePointers(e, c, name, len(args))
	if name == "memcmp" {
		// Both objects have n bytes, wherever the first difference is (C11 7.24.4.1p2).
		e.RequireBytes(c.Pos, c.Args[0].Value, number(e, c.Args[2]))
		e.RequireBytes(c.Pos, c.Args[1].Value, number(e, c.Args[2]))
	}
	for i := range args {
		args[i] = c.Args[i].Resized(e.Terms(), f.Params[i].Sort.Width)
	}
	return callLoop(e, c.Pos, name, args...), true
}

// otherNames are older names of functions of string.h.
var otherNames = map[string]string{"bcmp": "memcmp", "index": "strchr", "rindex": "strrchr"}

// requirePointers checks that the first arguments of a function of some name are no null pointers, unless the last of
// them says that no byte is looked at. Where that is not asked for the run ends at a null pointer, as one that reads
// null does.
func requirePointers(e emit.Emitter, c *emit.Call, name string, n int) {
	check := func() {
		for _, a := range c.Args[:n] {
			if a.Type.Kind == tree.Pointer {
				e.RequirePointer(c.Pos, a.Value)
			}
		}
	}
	last := c.Args[n-1]
	if last.Type.Kind == tree.Pointer || searches[name] {
		check()
		return
	}
	length := number(e, last)
	e.Where(c.Pos, e.Terms().Ne(length, address(e, 0)), check)
}

// copyLiteral is strcpy of a string literal, whose length is known.
func copyLiteral(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if c.Name != "strcpy" || !c.Integers(2) {
		return nil, false
	}
	text, ok := emit.LiteralText(c.Args[1].Expr)
	if !ok {
		return nil, false
	}
	to, size := c.Args[0].Value, uint64(len(text)+1)
	e.RequireBytes(c.Pos, to, address(e, size))
	e.Emit(&ir.Copy{At: ir.At{Pos: c.Pos}, To: to, From: c.Args[1].Value, Size: size})
	return to, true
}

func memcpy(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(3) {
		return nil, false
	}
	to, from, n := c.Args[0].Value, c.Args[1].Value, number(e, c.Args[2])
	e.RequireBytes(c.Pos, to, n)
	e.RequireBytes(c.Pos, from, n)
	if size, ok := emit.ConstantSize(n); ok {
		if size > 0 {
			e.Emit(&ir.Copy{At: ir.At{Pos: c.Pos}, To: to, From: from, Size: size})
		}
	} else {
		callLoop(e, c.Pos, "memcpy", to, from, n)
	}
	return to, true
}

func mempcpy(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	v, ok := memcpy(e, c)
	if ok {
		v = e.Terms().BVAdd(v, number(e, c.Args[2]))
	}
	return v, ok
}

// memmove may overlap, which Copy may not.
func memmove(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(3) {
		return nil, false
	}
	e.RequireBytes(c.Pos, c.Args[0].Value, number(e, c.Args[2]))
	e.RequireBytes(c.Pos, c.Args[1].Value, number(e, c.Args[2]))
	callLoop(e, c.Pos, "memmove", c.Args[0].Value, c.Args[1].Value, number(e, c.Args[2]))
	return c.Args[0].Value, true
}

func memset(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(3) {
		return nil, false
	}
	fill(e, c.Pos, c.Args[0].Value, emit.ZeroExtend(e.Terms(), c.Args[1].Value, 8), number(e, c.Args[2]))
	return c.Args[0].Value, true
}

func bzero(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(2) {
		return nil, false
	}
	fill(e, c.Pos, c.Args[0].Value, e.Terms().BVConst(8, 0), number(e, c.Args[1]))
	return nil, true
}

// fill sets n bytes, in one instruction where all is known.
func fill(e emit.Emitter, pos source.Pos, to, fill, n *term.Term) {
	e.RequireBytes(pos, to, n)
	size, sized := emit.ConstantSize(n)
	v, known := fill.Value()
	if !sized || !known {
		callLoop(e, pos, "memset", to, fill, n)
		return
	}
	if size > 0 {
		e.Emit(&ir.Fill{At: ir.At{Pos: pos}, Addr: to, Byte: uint8(v.Uint64()), Size: size})
	}
}

// address is a constant of a pointer's width.
func address(e emit.Values, a uint64) *term.Term {
	return e.Terms().BVConst(e.DataModel().PointerWidth, a)
}

// number is an argument as an unsigned number of a pointer's width.
func number(e emit.Values, a emit.Argument) *term.Term {
	return a.Resized(e.Terms(), e.DataModel().PointerWidth)
}
