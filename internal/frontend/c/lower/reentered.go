package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// A block that is entered again in one activation has new objects: a pointer to the ones of before
// points at nothing (C11 6.2.4p6), though compilers give them the same place. Where lifetimes are
// checked, an object whose address is kept in something that outlives it gets a new place where control
// leaves its block, so that the pointer is seen to be one to a dead object.

// outlived says that the address of a local object may be kept in something that lives longer.
func (l *objectFacts) outlived(o *tree.Object) bool {
	if l.longLived == nil {
		l.longLived = keptBeyond(l.reach)
	}
	return l.longLived[o]
}

// keepsObjects says that the program has such an object.
func (l *objectFacts) keepsObjects() bool {
	l.outlived(nil)
	return len(l.longLived) > 0
}

// isTemporary says that an array is part of a value that is no object of the program: a function's result, for
// instance. It is gone behind the full expression (C11 6.2.4p8).
func isTemporary(array tree.Expr) bool {
	m, ok := array.(*tree.Member)
	if !ok {
		return false
	}
	switch base := m.Base.(type) {
	case *tree.Member:
		return isTemporary(base)
	case *tree.ObjectRef, *tree.Deref, *tree.StringRef, *tree.CompoundLiteral:
		return false
	}
	return true
}

// addressesIn visits the lvalues whose address, perhaps with an offset, a value may be.
func addressesIn(e tree.Expr, visit func(lvalue tree.Expr)) {
	switch e := e.(type) {
	case *tree.Convert:
		addressesIn(e.Operand, visit)
	case *tree.PointerAdd:
		addressesIn(e.Pointer, visit)
	case *tree.Comma:
		addressesIn(e.Right, visit)
	case *tree.Assign:
		addressesIn(e.Value, visit)
	case *tree.Conditional:
		if e.Then != nil {
			addressesIn(e.Then, visit)
		}
		addressesIn(e.Else, visit)
	case *tree.AddressOf:
		visit(e.Operand)
	case *tree.Decay:
		visit(e.Array)
	}
}

// isNewEachTime says that an object of the innermost block that is open is kept in something that outlives it, and that
// the block may be entered again.
func (b fromOutside) isNewEachTime(o *tree.Object) bool {
	return len(b.scopes) > 1 && (b.repeating > 0 || len(b.def.Labels) > 0) && o.Type.Size >= 0 && b.outlived(o)
}

// newPlace gives an object that has ended the place at which the next one of its block will live. That is where
// control leaves the block and not at the declaration, which a jump may pass again in the block, or leave out.
func (b fromOutside) newPlace(pos source.Pos, s *storage) {
	v, o := b.program.VariableOf(s.address), s.object
	b.emit(b.alloc(pos, v, b.addr(uint64(s.size)), ir.StackObject, o.Type.Name, o.Name))
	b.addressing().allocated(pos, v.Sym, o.Type.Align)
}
