package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What declarations say of null pointers: the attributes nonnull and returns_nonnull, and
// parameters declared [static n]. Callers of an entry, and functions without a body, are assumed to
// keep to it; what the program itself hands over is checked.

// NonNull says which pointers the callers of an entry hand over that are not null.
type NonNull uint8

// The meanings of it.
const (
	NonNullDeclared NonNull = iota // to the parameters that are declared so
	NonNullAll                     // to all
	NonNullNone                    // to none: declarations say nothing
)

// callerKeeps assumes of what a caller hands to a parameter of the entry what is declared of it.
func (b fromOutside) callerKeeps(entry *tree.FunctionDef, p *tree.Object, v *term.Term) {
	b.callerKeepsContract(entry, p, v)
	if p.Type.Kind != tree.Pointer || b.options.Open {
		return
	}
	if t := p.Type.Elem; isToData(p.Type) && t.Kind != tree.Void && (len(entry.Params) > 1 || b.isRepeated(b.reach.outside.classOf(p.Type))) {
		b.reachesTo(entry.Pos, v, t.Size) // it may be an element of an array, which others, or what they lead to, lead to
	}
	declared := b.options.NonNull != NonNullNone && (p.Type.Least > 0 || entry.NonNull.Has(slices.Index(entry.Params, p)+1))
	switch {
	case declared:
		b.assumeOf(assumption.EntryNonNull, p.Name, p.Pos)
	case b.options.NonNull == NonNullAll:
		b.assumeOf(assumption.EntryAllNonNull, p.Name, p.Pos)
	default:
		return
	}
	b.assumeTrue(entry.Pos, b.terms.Ne(v, b.addr(0)))
	if n := p.Type.Least; declared && n > 1 {
		b.assumeOf(assumption.EntryElements, p.Name, p.Pos)
		b.assumeElements(entry.Pos, v, n*p.Type.Elem.Size)
	}
}

// callerKeepsContract assumes what the contracts of the entry demand of an argument. In an open program objects from
// outside have no size that an access could exceed.
func (b fromOutside) callerKeepsContract(entry *tree.FunctionDef, p *tree.Object, v *term.Term) {
	for _, r := range entry.Requires {
		if r.Parameter < 0 || r.Parameter >= len(entry.Params) || entry.Params[r.Parameter] != p || b.options.NonNull == NonNullNone {
			continue
		}
		switch {
		case r.Relation == "" && p.Type.Kind == tree.Pointer:
			b.assumeTrue(r.Pos, b.terms.Ne(v, b.addr(0)))
			if r.Elements > 0 && !b.options.Open {
				b.assumeElements(r.Pos, v, r.Elements*max(p.Type.Elem.Size, 1))
			}
		case r.Relation != "" && p.Type.Kind == tree.Integer && v.Sort().Kind == term.KindBV && v.Sort().Width == int(8*p.Type.Size):
			b.assumeTrue(r.Pos, b.numbersCompared(relations[r.Relation], b.exactly(v, p.Type), exact{b.terms.BVBig(v.Sort().Width, r.Limit), p.Type.Signed}))
		default:
			continue
		}
		b.assumeOf(assumption.EntryContract, r.Text, r.Pos)
	}
}

// assumeElements assumes that so many bytes at an address lie in an object, where that is looked at.
func (b fromOutside) assumeElements(pos source.Pos, v *term.Term, size int64) {
	if size > 0 && b.checks(property.Bounds) {
		b.reachesTo(pos, v, size)
		b.assumeTrue(pos, b.shadow().accessible(accessRange{pointer: v, start: v, size: b.addr(uint64(size)), known: size}, v))
	}
}

// reachesTo says that the object of the outside at an address has so many bytes from there on.
func (b fromOutside) reachesTo(pos source.Pos, v *term.Term, size int64) {
	if size <= 0 || !b.checks(property.Bounds) {
		return
	}
	assumed := b.terms.Ne(b.terms.Select(b.shadowMaps.assumed.Sym, b.granuleOf(v)), b.terms.BVConst(8, 0))
	have, least := b.extentAt(v), b.terms.BVAdd(b.offsetOf(v), b.addr(uint64(size+liveExtent)))
	some := b.terms.And(b.terms.Ne(v, b.addr(0)), assumed, b.terms.BVUlt(have, least))
	b.writeEntry(pos, b.shadowMaps.extent, v, b.terms.Ite(some, least, have))
}

// returnsNonNull assumes that a function without a body returns no null pointer, if it is declared so.
func (b fromOutside) returnsNonNull(pos source.Pos, def *tree.FunctionDef, v value) {
	if def.ReturnsNonNull && b.options.NonNull != NonNullNone && !b.options.Open && v.scalar != nil && def.Type.Result.Kind == tree.Pointer {
		b.assumeOf(assumption.ReturnsNonNull, def.Name, pos)
		b.assumeTrue(pos, b.terms.Ne(v.scalar, b.addr(0)))
	}
}

// checkNonNull checks that a call hands no null pointer to a parameter that is declared to be none.
// Of the C library's functions the table says so.
func (b fromOutside) checkNonNull(pos source.Pos, def *tree.FunctionDef, args []argument) {
	isLibrary := isOfSystem(def) || libcall.IsModelFile(def.Pos.File) || IsLibrary(def.Name)
	if !b.checks(property.Null) || isLibrary || b.options.Open || b.options.NonNull == NonNullNone {
		return
	}
	for i, a := range args {
		declared := def.NonNull.Has(i+1) && !(def.NonNull.All && i >= len(def.Type.Params))
		if def.Body != nil && i < len(def.Params) && def.Params[i].Type.Least > 0 {
			declared = true
		}
		if declared && a.typ.Kind == tree.Pointer && a.scalar != nil {
			b.require(pos, property.Null, b.terms.Ne(a.scalar, b.zero(a.scalar.Sort())), property.ToNonNull+" "+itoa(i+1)+" of "+def.Name)
		}
	}
}
