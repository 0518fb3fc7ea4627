package lower

import (
	"bytes"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file lowers comparisons of addresses. Those of one object are compared by their offsets,
// those of different ones by where the objects lie (placement.go).

// addressComparison is the condition of a comparison of addresses, also as integers that hold all
// of them; nil if e is another.
func (b *expressions) addressComparison(e *tree.Binary) *term.Term {
	equality := e.Op == tree.Equal || e.Op == tree.NotEqual
	if !equality && !isPointer(e.Left) {
		return nil
	}
	left, right := e.Left, e.Right
	if equality {
		if left, right = comparedPointer(e.Left), comparedPointer(e.Right); left == nil || right == nil {
			return nil
		}
	}
	x := b.stable(e.Pos, b.scalar(left), right)
	y := b.scalar(right)
	width := max(x.Sort().Width, y.Sort().Width) // of null, where it is an integer
	x, y = b.zeroExtended(x, width), b.zeroExtended(y, width)
	switch {
	case !equality:
		return b.addressing().ordered(e, x, y)
	case e.Op == tree.NotEqual:
		return b.terms.Not(b.addressing().equalAddresses(e, left, right, x, y))
	}
	return b.addressing().equalAddresses(e, left, right, x, y)
}

// comparedPointer is the pointer that an operand of an equality is, as it is or as an integer, or
// null; nil if it is neither.
func comparedPointer(e tree.Expr) tree.Expr {
	switch {
	case isPointer(e), tree.IsNull(e):
		return e
	case isWordOfPointer(e):
		return e.(*tree.Convert).Operand
	}
	return nil
}

// equalAddresses says that two addresses compare equal: they are the same, or those of two objects
// that have one number. Live objects are disjoint, so that takes the end of one (6.5.9p6), an
// object that is gone (6.2.4p2), two literals that share bytes (6.4.5p7), or an object of no bytes
// (GNU).
func (b addressing) equalAddresses(e *tree.Binary, left, right tree.Expr, x, y *term.Term) *term.Term {
	same := b.terms.Eq(x, y)
	switch {
	case x == y, x.IsConst(), y.IsConst(), tree.IsNull(left), tree.IsNull(right), isOfFunctions(left):
		return same
	case b.options.Open:
		b.assume(assumption.AddressesApart, e.Pos)
		return same
	}
	may := b.mayCoincide(left, right, x, y)
	if may.IsFalse() {
		return same
	}
	return b.terms.Or(same, b.terms.And(may, b.program.IsPlaced(x), b.program.IsPlaced(y),
		b.terms.Ne(b.granuleOf(x), b.granuleOf(y)), b.terms.Eq(b.numberOf(x), b.numberOf(y))))
}

func isOfFunctions(e tree.Expr) bool {
	elem := e.ExprType().Elem
	return elem != nil && elem.Kind == tree.Function
}

// mayCoincide says when two addresses of different objects may have one number.
func (b addressing) mayCoincide(left, right tree.Expr, x, y *term.Term) *term.Term {
	may := b.terms.BoolConst(b.reach.numbers.empty)
	if b.reach.pointsBehind(left.ExprType()) || b.reach.pointsBehind(right.ExprType()) {
		may = b.terms.Or(may,
			b.terms.And(b.isStart(x), b.isBehind(y, b.rootOf(right))),
			b.terms.And(b.isStart(y), b.isBehind(x, b.rootOf(left))))
	}
	if b.reach.lifetimesEnd() {
		may = b.terms.Or(may, b.goneFlag().Sym)
	}
	return b.terms.Or(may, b.shareText(left, right, x, y))
}

// isStart says that an address is that of the first byte of an object.
func (b addressing) isStart(address *term.Term) *term.Term {
	return b.terms.Eq(b.offsetOf(address), b.addr(0))
}

// isBehind says that an address may be the one behind the last byte of the object, whose storage is root if it is seen.
func (b addressing) isBehind(address *term.Term, root *storage) *term.Term {
	if root != nil {
		return b.terms.Eq(b.terms.BVSub(address, root.address), b.addr(uint64(root.size)))
	}
	return b.terms.Not(b.isStart(address))
}

// maxTexts bounds the string literals of which it is told which two share bytes; of more any two may.
const maxTexts = 24

// shareText says that two addresses may be in string literals of which one ends as the other.
func (b addressing) shareText(left, right tree.Expr, x, y *term.Term) *term.Term {
	literals := b.reach.textsInMemory()
	out := b.terms.False()
	if len(literals) < 2 || !mayPointAtText(left.ExprType()) || !mayPointAtText(right.ExprType()) {
		return out
	}
	in := func(address *term.Term, o *tree.Object) *term.Term {
		return b.terms.Eq(b.granuleOf(address), b.granuleOf(b.statics[o].address))
	}
	if len(literals) > maxTexts {
		return b.terms.True()
	}
	for i, o := range literals {
		for _, p := range literals[:i] {
			if endsAlike(o.String, p.String) {
				out = b.terms.Or(out, b.terms.And(in(x, o), in(y, p)), b.terms.And(in(x, p), in(y, o)))
			}
		}
	}
	return out
}

// endsAlike says that the bytes of one literal are the last of the other's.
func endsAlike(x, y []byte) bool { return bytes.HasSuffix(x, y) || bytes.HasSuffix(y, x) }

// ordered is the condition of <, <=, > or >= between addresses.
func (b addressing) ordered(e *tree.Binary, x, y *term.Term) *term.Term {
	cond := b.compareUnsigned(e.Op, x, y)
	if b.options.Open {
		b.assume(assumption.AddressesApart, e.Pos)
	}
	same := b.sameObject(x, y, b.rootOf(e.Left), b.rootOf(e.Right))
	if same.IsTrue() {
		return cond
	}
	if !b.options.Open {
		first, second := b.numberOf(x), b.numberOf(y)
		b.startApart(e.Pos, x, y)
		return b.terms.Ite(same, cond, b.compareUnsigned(e.Op, first, second))
	}
	first, second := b.rank(x), b.rank(y)
	b.assumeTrue(e.Pos, b.terms.Or(b.terms.Eq(b.granuleOf(x), b.granuleOf(y)), b.terms.Not(b.terms.Eq(first, second))))
	return b.terms.Ite(same, cond, b.compareUnsigned(e.Op, first, second))
}

// mayStartTogether says when the live objects in two granules may start at one place: where they are
// literals of one text, or some object has no bytes.
func (b addressing) mayStartTogether(x, y *term.Term) *term.Term {
	b.reach.textsInMemory()
	twins := b.reach.numbers.twins
	if b.reach.numbers.empty || len(twins) > maxTexts {
		return b.terms.True()
	}
	out := b.terms.False()
	for _, pair := range twins {
		first, second := b.granuleOf(b.statics[pair[0]].address), b.granuleOf(b.statics[pair[1]].address)
		out = b.terms.Or(out, b.terms.And(b.terms.Eq(x, first), b.terms.Eq(y, second)), b.terms.And(b.terms.Eq(y, first), b.terms.Eq(x, second)))
	}
	return out
}

// startApart says of two addresses that are compared that two live objects do not start at one place.
func (b addressing) startApart(pos source.Pos, x, y *term.Term) {
	clash := b.terms.And(b.isStart(x), b.isStart(y), b.program.IsPlaced(x), b.program.IsPlaced(y),
		b.terms.Ne(b.granuleOf(x), b.granuleOf(y)), b.terms.Eq(b.numberOf(x), b.numberOf(y)),
		b.terms.Not(b.mayStartTogether(b.granuleOf(x), b.granuleOf(y))))
	if b.reach.lifetimesEnd() {
		clash = b.terms.And(clash, b.terms.Not(b.goneFlag().Sym))
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.terms.Not(clash), Known: true})
	b.chunksApart(pos, x, y)
}

// noteGone writes that the lifetime of some object has ended, if something asks.
func (b addressing) noteGone(at ir.At) {
	if !b.reach.looksAtNumbers || !b.reach.lifetimesEnd() || b.options.Open {
		return
	}
	b.emit(&ir.Assign{At: at, Dst: b.goneFlag(), Src: b.terms.True()})
}

// noteReturn writes that the function's own objects are gone where it returns.
func (b addressing) noteReturn() {
	if b.exit == nil || b.def == b.entry {
		return
	}
	if len(b.allocas) > 0 {
		b.block = b.exit
		b.noteGone(ir.At{Pos: b.function.Pos})
		return
	}
	for o, s := range b.locals {
		if s.address != nil && b.reach.escaping[o] {
			b.block = b.exit
			b.noteGone(ir.At{Pos: b.function.Pos})
			return
		}
	}
}

// goneFlag says whether the lifetime of some object has ended.
func (l *lowerer) goneFlag() *ir.Variable {
	if l.placement.gone == nil {
		const name = "some object is gone"
		l.names[name] = true
		l.placement.gone = l.program.NewGlobal(name, l.terms.Bool())
	}
	return l.placement.gone
}
