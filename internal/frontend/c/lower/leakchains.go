package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// An object of the heap that a pointer leads to may hold pointers to others. They are followed as the type
// of the pointer says, a bounded number of them. What that type does not show, and what is behind the
// bound, leaves open whether other objects are lost.

// following is how far pointers were followed.
type following struct {
	number *ir.Variable // the number of live objects of the heap that they lead to
	open   *ir.Variable // an object may hold pointers that were not followed
}

// follow follows pointers through objects of the heap.
func (b shadow) follow(pos source.Pos, pointers []reference) following {
	f := following{b.newTemp(b.terms.BV(b.pointerWidth())), b.newTemp(b.terms.Bool())}
	b.assign(pos, f.number, b.addr(0))
	b.assign(pos, f.open, b.terms.False())
	var found []reference
	for len(pointers) > 0 && len(found) < mostTracking {
		next := pointers[0]
		object := b.newTemp(b.terms.BV(b.pointerWidth()))
		b.assign(pos, object, b.addr(0))
		inside := b.holdersBehind(pos, next.to)
		b.where(pos, b.isAnother(next.value, found), func() {
			b.assign(pos, object, next.value)
			b.assign(pos, f.number, b.terms.BVAdd(f.number.Sym, b.addr(1)))
			b.assign(pos, f.open, b.terms.Or(f.open.Sym, b.terms.Not(b.isShownBy(next))))
			b.loadHolders(pos, next, inside)
		})
		found = append(found, reference{object.Sym, next.to})
		pointers = slices.Concat(pointers[1:], b.referencesIn(inside))
	}
	for _, p := range pointers {
		b.assign(pos, f.open, b.terms.Or(f.open.Sym, b.isAnother(p.value, found)))
	}
	return f
}

// holder is a scalar of an object that may hold a pointer, with a local for its value.
type holder struct {
	cell  cell
	value *ir.Variable
}

// mostPointersBehind is how many elements are looked at of an array of pointers in the heap.
const mostPointersBehind = 4

// elementsBehind is how many elements are looked at of the array that a pointer to a type leads to.
func elementsBehind(t *tree.Type) int64 {
	if t.Kind == tree.Pointer {
		return mostPointersBehind
	}
	return 1
}

// holdersBehind are the scalars that may hold pointers of the object that a pointer to a type leads to, for
// each element; their values start as null.
func (b shadow) holdersBehind(pos source.Pos, t *tree.Type) (elements [][]holder) {
	if t == nil || t.Size <= 0 {
		return nil
	}
	cells, _ := b.cellsOf(t)
	for n := range elementsBehind(t) {
		var holders []holder
		for _, c := range cells {
			if b.isHolder(c) {
				v := b.newTemp(b.cellSort(c))
				b.assign(pos, v, b.zero(v.Sort))
				c.key.offset += n * t.Size
				holders = append(holders, holder{c, v})
			}
		}
		elements = append(elements, holders)
	}
	return elements
}

// loadHolders reads the elements of the object that a pointer leads to that it has.
func (b shadow) loadHolders(pos source.Pos, p reference, elements [][]holder) {
	for n, holders := range elements {
		if len(holders) == 0 {
			continue
		}
		end := b.terms.BVAdd(b.offsetOf(p.value), b.addr(uint64(int64(n+1)*p.to.Size)))
		b.where(pos, b.terms.BVUle(end, b.sizeAt(p.value)), func() {
			for _, h := range holders {
				v := b.loadScalar(pos, b.cellPlace(p.value, h.cell, h.cell.key.offset+h.cell.typ.Size))
				b.assign(pos, h.value, v)
			}
		})
	}
}

// sizeAt is the size of the live object of the heap that a pointer leads to.
func (b shadow) sizeAt(p *term.Term) *term.Term {
	if b.shadowMaps.size != nil {
		return b.terms.Select(b.shadowMaps.size.Sym, b.granuleOf(p))
	}
	return b.terms.BVSub(b.extentAt(p), b.addr(liveExtent))
}

// isShownBy says that all pointers in the object that a pointer leads to are where the type of the pointer
// says: the object has this type, or is an array of such, none of which holds a pointer.
func (b shadow) isShownBy(p reference) *term.Term {
	if p.to == nil || p.to.Size <= 0 || p.to.Kind == tree.Void || p.to.Kind == tree.Function || !b.reach.hiding.keepsTypes() {
		return b.terms.False()
	}
	if !holdsPointer(p.to, nil, map[*tree.Type]bool{}) {
		return b.terms.BoolConst(!b.reach.behind().parts)
	}
	if _, ok := b.cellsOf(p.to); !ok {
		return b.terms.False()
	}
	starts := b.terms.Eq(b.offsetOf(p.value), b.addr(0))
	size, most := b.sizeAt(p.value), b.addr(uint64(elementsBehind(p.to)*p.to.Size))
	if p.to.Kind == tree.Pointer {
		return b.terms.And(starts, b.terms.BVUle(size, most))
	}
	return b.terms.And(starts, b.terms.Eq(size, most))
}

// referencesIn are the pointers in scalars that were read.
func (b shadow) referencesIn(elements [][]holder) []reference {
	var out []reference
	for _, h := range slices.Concat(elements...) {
		out = append(out, b.referenceIn(h.cell, h.value.Sym))
	}
	return out
}

// behindPointers holds what the reached code has that lets objects of the heap hold pointers.
type behindPointers struct {
	holders bool // pointers to objects that hold pointers
	parts   bool // pointers to parts without pointers of objects that hold some
}

// behind looks, once, for what lets objects of the heap hold pointers.
func (r *reach) behind() behindPointers {
	if r.behindPointers == nil {
		found := r.findBehind()
		r.behindPointers = &found
	}
	return *r.behindPointers
}

// mayKeepBehind says that objects that pointers lead to may hold pointers.
func (r *reach) mayKeepBehind() bool { return r.behind().holders || !r.hiding.keepsTypes() }

// findBehind looks for pointers to objects that hold pointers. An element of an array that is named is not
// of the heap.
func (r *reach) findBehind() behindPointers {
	var found behindPointers
	var expr func(tree.Expr)
	var stmt func(tree.Stmt)
	expr = func(e tree.Expr) {
		if t := e.ExprType(); t != nil && t.Kind == tree.Pointer && t.Elem != nil {
			isHolder := holdsPointer(t.Elem, nil, map[*tree.Type]bool{})
			found.holders = found.holders || isHolder
			found.parts = found.parts || !isHolder && isPart(e)
		}
		if index, ok := indexInNamed(e); ok {
			expr(index)
		} else {
			tree.Operands(e, expr, stmt)
		}
	}
	stmt = func(s tree.Stmt) { tree.Parts(s, expr, stmt) }
	for _, f := range r.functions {
		stmt(f.Body)
	}
	return found
}

// indexInNamed says that an expression is an element of an array that is an object with a name.
func indexInNamed(e tree.Expr) (index tree.Expr, ok bool) {
	element, ok := e.(*tree.Deref)
	if !ok {
		return nil, false
	}
	add, ok := element.Pointer.(*tree.PointerAdd)
	if !ok {
		return nil, false
	}
	decay, ok := add.Pointer.(*tree.Decay)
	if !ok {
		return nil, false
	}
	_, ok = decay.Array.(*tree.ObjectRef)
	return add.Index, ok
}

// isPart says that an expression is the address of a part of an object that holds pointers.
func isPart(e tree.Expr) bool {
	var operand tree.Expr
	switch e := e.(type) {
	case *tree.AddressOf:
		operand = e.Operand
	case *tree.Decay:
		operand = e.Array
	}
	for {
		m, ok := operand.(*tree.Member)
		if !ok {
			return false
		}
		if holdsPointer(m.Base.ExprType(), nil, map[*tree.Type]bool{}) {
			return true
		}
		operand = m.Base
	}
}

// keepsTypes says that no object of the heap is looked at as one of another type than it has, and that no
// pointer in it is kept as a number or as bytes.
func (h *hiding) keepsTypes() bool { return !h.asNumbers && !h.asOthers && !h.asBytes }
