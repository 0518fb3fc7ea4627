package lower

import (
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// An object is lost when nothing points at it, so all places must be known that may hold a pointer. A pointer
// is as a rule in an object of pointer type. A program that converts pointers to integers may have it in an
// integer; one that copies pointers as bytes, or reads an object as one of another type, in any object whose
// address it takes. And a pointer may be in an object that the check at the end does not look at.

// hiding holds what the reached code does that puts pointers elsewhere than into objects of pointer type.
type hiding struct {
	asNumbers bool // pointers are converted to integers that can hold them
	asOthers  bool // memory is read or written as another type than the one it has, by a pointer or by a copy
	asBytes   bool // members of a union show a pointer as smaller numbers, which any object may keep
	inText    bool // a pointer to characters is assigned through a pointer, so maybe to an element of argv
	inLibrary bool // a function of the library keeps a pointer, as putenv does
}

// converted notes what a conversion lets a program do.
func (h *hiding) converted(e *tree.Convert, pointer int64) {
	from, to := e.Operand.ExprType(), e.Type
	switch {
	case from.Kind != tree.Pointer || from.Elem == nil || from.Elem.Kind == tree.Function:
	case to.Kind == tree.Integer && to.Size >= pointer:
		h.asNumbers = true
	case to.Kind != tree.Pointer || to.Elem == nil || to.Elem.Kind == tree.Void || isAllocated(e.Operand):
	case !sameHolders(from.Elem, to.Elem):
		h.asNumbers, h.asOthers = true, true
	}
}

// member notes what the use of a member of an object lets a program do: what one member of a union is written as,
// another one is read as.
func (h *hiding) member(object *tree.Type, pointer int64) {
	if object.Kind != tree.Union || !holdsPointer(object, nil, map[*tree.Type]bool{}) {
		return
	}
	for _, f := range object.Fields {
		if f.Type.Kind == tree.Pointer || f.Type.Size >= 0 && f.Type.Size < pointer {
			continue
		}
		h.asNumbers = true
		if f.Type.Kind != tree.Integer {
			h.asOthers, h.asBytes = true, true
		}
	}
}

// copied notes what a copy of bytes between two arguments lets a program do.
func (h *hiding) copied(args []tree.Expr) {
	if len(args) < 2 || !sameHolders(behind(args[0]), behind(args[1])) {
		h.asNumbers, h.asOthers = true, true
	}
}

// isCopy says that a library function copies bytes.
func isCopy(name string) bool {
	switch name {
	case "memcpy", "memmove", "mempcpy":
		return true
	}
	return false
}

// reached notes what a function of the library does with what it is given. What it keeps is in no
// object that a model of it has.
func (h *hiding) reached(name string) {
	known, ok := clib.Lookup(name)
	h.inLibrary = h.inLibrary || ok && slices.ContainsFunc(known.Params, func(p clib.Parameter) bool {
		return p.Role == clib.Held || p.Role == clib.Kept
	})
}

func (h *hiding) assigned(target tree.Expr) {
	if d, ok := target.(*tree.Deref); ok && d.Type.Kind == tree.Pointer && d.Type.Elem != nil && d.Type.Elem.Size == 1 {
		h.inText = true
	}
}

// behind is the type of the object that an argument of type void * was made from a pointer to.
func behind(e tree.Expr) *tree.Type {
	for {
		c, ok := e.(*tree.Convert)
		if !ok || c.Operand.ExprType().Kind != tree.Pointer {
			break
		}
		e = c.Operand
	}
	return e.ExprType().Elem
}

// isAllocated says that a pointer is what an allocation has just returned, or a constant: no type is behind it.
func isAllocated(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Call:
		def := directCallee(e.Callee)
		return def != nil && def.Body == nil
	case *tree.Convert:
		return isAllocated(e.Operand)
	case *tree.Constant:
		return true
	}
	return false
}

// sameHolders says that of two types neither holds pointers, or both hold them in the same places.
func sameHolders(x, y *tree.Type) bool {
	if x == nil || y == nil || x.Kind == tree.Void || y.Kind == tree.Void {
		return false
	}
	if !holdsPointer(x, nil, map[*tree.Type]bool{}) && !holdsPointer(y, nil, map[*tree.Type]bool{}) {
		return true
	}
	if x.Kind == tree.Struct || x.Kind == tree.Union {
		return x.Kind == y.Kind && x.Size == y.Size && len(x.Fields) > 0 && len(x.Fields) == len(y.Fields) && x.Fields[0] == y.Fields[0]
	}
	return x.Kind == y.Kind && x.Kind == tree.Pointer
}

// leastNumber is the width of the integers that may hold a pointer, in bits.
const leastNumber = 32

// holdsPointer says that an object of a type may hold a pointer. With hide nil only its own pointers count.
func holdsPointer(t *tree.Type, hide *hiding, seen map[*tree.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind {
	case tree.Pointer:
		return true
	case tree.Integer:
		return hide != nil && hide.asNumbers && t.Size*8 >= leastNumber
	case tree.Array:
		return holdsPointer(t.Elem, hide, seen)
	case tree.Struct, tree.Union:
		for _, f := range t.Fields {
			if holdsPointer(f.Type, hide, seen) {
				return true
			}
		}
	}
	return false
}

// mostPointers bounds the places that are looked at.
const mostPointers = 48

// reference is a value that may be a pointer to an object of type to; that is nil for one that is kept as
// a number or as bytes.
type reference struct {
	value *term.Term
	to    *tree.Type
}

// pointersIn adds what may be pointers in objects to known; all says that these are all of them.
func (b shadow) pointersIn(pos source.Pos, known []reference, objects []*tree.Object) (pointers []reference, all bool) {
	pointers, all = known, true
	for _, o := range objects {
		s, inside := b.storageOf(o), true
		isBytes := s.address != nil && (b.reach.hiding.asOthers && b.reach.escaping[o] || b.reach.hiding.asBytes)
		switch {
		case o.String != nil || s.address != nil && o.Static && o.Type.Const:
		case isBytes:
			pointers, inside = b.wordsIn(pos, pointers, s, o.Type)
		case holdsPointer(o.Type, &b.reach.hiding, map[*tree.Type]bool{}):
			pointers, inside = b.cellsIn(pos, pointers, s, o.Type)
		}
		all = all && inside
	}
	return pointers, all
}

// cellsIn reads the scalars of an object that may hold pointers.
func (b shadow) cellsIn(pos source.Pos, pointers []reference, s *storage, t *tree.Type) ([]reference, bool) {
	split, ok := b.cellsOf(t)
	if !ok {
		return pointers, false
	}
	for i, c := range split {
		if !b.isHolder(c) {
			continue
		}
		if len(pointers) == mostPointers {
			return pointers, false
		}
		var v *term.Term
		if s.address == nil {
			v = s.registers[i].Sym
		} else {
			v = b.loadScalar(pos, b.cellPlace(s.address, c, c.key.offset+c.typ.Size))
		}
		pointers = append(pointers, b.referenceIn(c, v))
	}
	return pointers, true
}

// isHolder says that a scalar may hold a pointer.
func (b shadow) isHolder(c cell) bool {
	isPart := c.bitWidth > 0 && c.bitWidth < leastNumber
	return !isPart && holdsPointer(c.typ, &b.reach.hiding, map[*tree.Type]bool{})
}

// referenceIn is the pointer in a scalar with value v.
func (b shadow) referenceIn(c cell, v *term.Term) reference {
	v = b.zeroExtended(v, b.pointerWidth())
	if c.typ.Kind == tree.Pointer {
		return reference{v, c.typ.Elem}
	}
	if !b.options.Open { // kept as a number
		v = b.terms.Ite(b.program.IsOwned(v), b.program.OwnedAt(v), v)
	}
	return reference{value: v}
}

// wordsIn reads an object as the words at those of its addresses that are aligned as pointers are.
func (b shadow) wordsIn(pos source.Pos, pointers []reference, s *storage, t *tree.Type) ([]reference, bool) {
	size := int64(b.pointerWidth() / 8)
	if t.Size < 0 || int64(len(pointers))+t.Size/size > mostPointers {
		return pointers, false
	}
	for at := int64(0); at+size <= t.Size; at += size {
		word := place{typ: voidPointer(size), address: b.offset(s.address, at)}
		pointers = append(pointers, reference{value: b.loadScalar(pos, word)})
	}
	return pointers, true
}

// outOfSight says that there is an object that the check does not look into, or that it does not find by
// the address of a byte in it.
func (b shadow) outOfSight() *term.Term {
	if b.shadowMaps.outOfSight == nil || b.reach.hiding.inLibrary {
		return b.terms.BoolConst(b.reach.hiding.inLibrary)
	}
	return b.shadowMaps.outOfSight.Sym
}

// hide notes that where cond holds there is such an object: one from outside the program, or one of the heap
// that is larger than a granule.
func (b shadow) hide(pos source.Pos, cond *term.Term) {
	if b.shadowMaps.outOfSight != nil && !cond.IsFalse() {
		b.emit(&ir.Assign{At: ir.At{Pos: pos}, Dst: b.shadowMaps.outOfSight, Src: b.terms.Or(b.shadowMaps.outOfSight.Sym, cond)})
	}
}
