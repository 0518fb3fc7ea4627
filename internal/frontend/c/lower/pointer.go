package lower

import (
	"math/bits"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// scaled is an index of an integer type times the size of an element, in pointer width.
func (b *expressions) scaled(index *term.Term, t *tree.Type, size int64) *term.Term {
	wide := b.resizeBits(index, b.pointerWidth(), isSigned(t))
	if size == 1 {
		return wide
	}
	return b.terms.BVMul(wide, b.addr(uint64(size)))
}

func (b *expressions) pointerAdd(e *tree.PointerAdd) *term.Term {
	base := b.stable(e.Pos, b.scalar(e.Pointer), e.Index)
	sum := b.moved(e, base)
	b.fromOutside().knownSum(e.Pos, base, sum)
	return sum
}

// moved is base plus or minus the index of e.
func (b *expressions) moved(e *tree.PointerAdd, base *term.Term) *term.Term {
	index := b.scalar(e.Index)
	var delta *term.Term
	if elem := e.Type.Elem; e.SizeExpr != nil || elem != nil && elem.Kind == tree.Array && elem.Size < 0 {
		delta = b.terms.BVMul(b.scaled(index, e.Index.ExprType(), 1), b.elementSize(e))
	} else {
		delta = b.scaled(index, e.Index.ExprType(), e.ElemSize)
	}
	if e.Subtract {
		delta = b.terms.BVNeg(delta)
	}
	return b.terms.BVAdd(base, delta)
}

// elementSize is the size of a variable-length element.
func (b *expressions) elementSize(e *tree.PointerAdd) *term.Term {
	if e.SizeExpr == nil {
		return b.sizeOf(e.Pos, e.Type.Elem)
	}
	return b.variableSize(e.SizeExpr)
}

func (b *expressions) variableSize(e tree.Expr) *term.Term {
	return b.zeroExtended(b.scalar(e), b.pointerWidth())
}

// pointerDiff is the distance in elements; between different objects it is that of their places.
func (b *expressions) pointerDiff(e *tree.PointerDiff) *term.Term {
	left := b.stable(e.Pos, b.scalar(e.Left), e.Right)
	right := b.scalar(e.Right)
	if e.SizeExpr != nil {
		left, right = b.stable(e.Pos, left, e.SizeExpr), b.stable(e.Pos, right, e.SizeExpr)
	}
	bytes := b.terms.BVSub(left, right)
	same := b.sameObject(left, right, b.rootOf(e.Left), b.rootOf(e.Right))
	if !same.IsTrue() && !b.options.Open {
		b.addressing().chunksApart(e.Pos, left, right)
		bytes = b.terms.Ite(same, bytes, b.terms.BVSub(b.addressing().numberOf(left), b.addressing().numberOf(right)))
		same = b.terms.True()
	}
	distance := bytes
	switch size := uint64(max(e.ElemSize, 1)); {
	case e.SizeExpr != nil:
		length := b.variableSize(e.SizeExpr)
		distance = b.terms.BVSDiv(bytes, length)
		same = b.terms.And(same, b.terms.Ne(length, b.addr(0)))
	case size == 1:
	case size&(size-1) == 0:
		distance = b.terms.BVAshr(bytes, b.addr(uint64(bits.TrailingZeros64(size))))
	default:
		distance = b.terms.BVSDiv(bytes, b.addr(size))
	}
	distance = b.signExtended(distance, b.sortOf(e.Type).Width)
	return b.orInput(e.Pos, same, distance, e.Type, "pointer difference")
}

// rank orders unrelated objects of an open program. No answer may depend on where objects happen to
// lie, so their order is an input; but it is an order, the same wherever two pointers are compared.
// It is a map of any contents from granules to numbers, and an object's rank is what the map says
// of its granule, exclusive or the number of the granule: a map of zeros is the order of the
// addresses. Two granules never have one rank: the input is a choice among orders, not among maps.
func (b *frame) rank(address *term.Term) *term.Term {
	granule := b.granuleOf(address)
	if b.order == nil {
		b.order = b.program.NewGlobal("order of objects", b.terms.Array(granule.Sort(), granule.Sort()))
	}
	return b.terms.BVXor(b.terms.Select(b.order.Sym, granule), granule)
}

// sameObject says that two addresses certainly belong to one object: they lie in one granule, or both
// inside a static object that one of them was made from.
func (b *frame) sameObject(x, y *term.Term, roots ...*storage) *term.Term {
	if x == y {
		return b.terms.True()
	}
	same := b.terms.Eq(b.granuleOf(x), b.granuleOf(y))
	for _, r := range roots {
		if r != nil && uint64(r.size) >= b.granule() {
			same = b.terms.Or(same, b.terms.And(b.inside(x, r), b.inside(y, r)))
		}
	}
	return same
}

func (l *layout) granuleOf(address *term.Term) *term.Term {
	return l.terms.Extract(l.pointerWidth()-1, l.options.Model.GranuleBits, address)
}

func (b *frame) inside(address *term.Term, s *storage) *term.Term {
	return b.terms.BVUle(b.terms.BVSub(address, s.address), b.addr(uint64(s.size)))
}

// rootOf returns the object of fixed size that a pointer expression visibly points into, or nil.
func (b *frame) rootOf(e tree.Expr) *storage {
	switch e := e.(type) {
	case *tree.PointerAdd:
		return b.rootOf(e.Pointer)
	case *tree.Convert:
		return b.rootOf(e.Operand)
	case *tree.Decay:
		return b.rootOfPlace(e.Array)
	case *tree.AddressOf:
		return b.rootOfPlace(e.Operand)
	}
	return nil
}

func (b *frame) rootOfPlace(e tree.Expr) *storage {
	switch e := e.(type) {
	case *tree.ObjectRef:
		if s := b.storageOf(e.Object); s.address != nil && s.size > 0 {
			return s
		}
	case *tree.Member:
		return b.rootOfPlace(e.Base)
	case *tree.Deref:
		return b.rootOf(e.Pointer)
	}
	return nil
}
