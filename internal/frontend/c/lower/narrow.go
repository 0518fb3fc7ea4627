package lower

import (
	"strings"

	"yogi/internal/frontend/c/lower/builtin"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file is about machines whose ints and pointers have 16 bits (target.Narrow). Two things differ there from all
// others. What is known of the C library and of builtins is written for ints of 32 bits, so that only what was looked
// through for less is called, and any other is refused by name. And addresses are so few that runs come to the end of
// them, which no assumption may hide: a run that makes more objects than there are addresses is refused where it does.

// The addresses of a narrow machine. Numbers that programs use as addresses, those of registers, are below the first
// object's; static objects are below the others; the last ones are no object's.
const (
	narrowFirst   = 1 << 12
	narrowStatics = 1 << 15
	narrowEnd     = 15 << 12
)

// narrowLibrary are the functions and builtins whose models fit ints and pointers of any width.
var narrowLibrary = makeSet("memcpy", "memmove", "memset", "strlen", "strcpy", "strncpy", "strcat", "abs", "labs", "llabs",
	"expect", "expect_with_probability", "assume_aligned", "constant_p", "object_size", "va_start", "va_end", "va_copy", "prefetch")

// fitsNarrow says that a call of a function that the program does not define means on a narrow machine what the
// models say: it is a word for assume, assert, any value or the end of the run, one of narrowLibrary, or a function
// of the program's own that gets and gives numbers alone.
func (l *functionFacts) fitsNarrow(def *tree.FunctionDef) bool {
	name := modelName(def)
	switch {
	case narrowLibrary[name], builtin.Family(name) != nil && strings.HasSuffix(name, "_overflow"):
		return true
	case intrinsic.IsError(def.Name), l.errors[def.Name], intrinsic.IsAssertion(def.Name), intrinsic.IsAssumption(def.Name), haltFunctions[def.Name]:
		return true
	}
	return !strings.HasPrefix(def.Name, "__") && !IsLibrary(def.Name) && !IsStandardHeader(def.Pos.File) && hasNumbersOnly(def.Type) ||
		intrinsic.IsNondet(def.Name) && hasNumbersOnly(def.Type)
}

// hasNumbersOnly says that the result and the parameters of a function are numbers.
func hasNumbersOnly(t *tree.Type) bool {
	isNumber := func(t *tree.Type) bool { return t.IsScalar() && t.Kind != tree.Pointer }
	if t.Variadic || t.Result.Kind != tree.Void && !isNumber(t.Result) {
		return false
	}
	for _, p := range t.Params {
		if !isNumber(p) {
			return false
		}
	}
	return true
}

// refuseNarrow refuses something on a narrow machine, by name; elsewhere it does nothing. true: it is refused.
func (b *builder) refuseNarrow(pos source.Pos, what string) bool {
	if b.target.Narrow {
		b.unsupported(pos, what+" of "+b.target.Name)
	}
	return b.target.Narrow
}

// refuseNarrowAddress refuses a number that becomes an address where objects of the program may have it.
func (b *builder) refuseNarrowAddress(pos source.Pos, number *term.Term) {
	if v, ok := number.Value(); ok && b.target.Narrow && v.Uint64() >= narrowFirst && v.Uint64() < narrowEnd {
		b.unsupported(pos, "a number as an address that objects may have, of "+b.target.Name)
	}
}

// takeRoom counts the addresses that an object takes, and refuses the run if there are not so many.
func (b *builder) takeRoom(pos source.Pos, size *term.Term) {
	if b.room == nil {
		const name = "room for objects"
		b.names[name] = true
		b.room = b.program.NewGlobal(name, b.terms.BV(b.pointerWidth()))
	}
	bits := b.options.Model.GranuleBits
	granule := b.terms.BVAdd(b.terms.BVLshr(size, b.addr(uint64(bits))), b.addr(1))
	needed := b.keep(pos, b.terms.BVShl(granule, b.addr(uint64(bits))))
	fits := b.terms.And(
		b.terms.BVUle(size, b.addr(uint64(b.target.LargestObject()))),
		b.terms.BVUle(needed, b.room.Sym))
	b.where(pos, b.terms.Not(fits), func() {
		b.unsupported(pos, "more objects in one run than there are addresses of "+b.target.Name)
	})
	b.assign(pos, b.room, b.terms.BVSub(b.room.Sym, needed))
}

// closeNarrow says how much room there is, which is known when all static objects have their places.
func (l *lowerer) closeNarrow() source.Diagnostics {
	var out source.Diagnostics
	if !l.target.Narrow {
		return nil
	}
	if l.program.FirstFree > narrowStatics {
		pos := source.Pos{}
		if l.entry != nil {
			pos = l.entry.Pos
		}
		out.Add(pos, CodeUnsupported, "more static objects than there are addresses of %s", l.target.Name)
		return out
	}
	if l.room != nil {
		l.setFirst(l.room, l.addr(narrowEnd-l.program.FirstFree))
	}
	return nil
}

// emitAlloc emits an allocation where addresses are counted.
func (b *builder) emitAlloc(a *ir.Alloc) {
	if b.target.Narrow {
		b.takeRoom(a.Pos, a.Size)
	}
	b.block.Emit(a)
}
