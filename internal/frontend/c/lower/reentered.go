package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
)

// A block that is entered again in one activation has new objects: a pointer to the ones of before
// points at nothing (C11 6.2.4p6), though compilers give them the same place. Where lifetimes are
// checked, an object whose address is kept in something that outlives it gets a new place at each
// entry, so that the pointer is seen to be one to a dead object.

// outlived are the objects of a function whose address is stored in something that lives longer.
func (l *objectFacts) outlived(def *tree.FunctionDef) map[*tree.Object]bool {
	if known, ok := l.longLived[def]; ok {
		return known
	}
	k := &keeping{depths: map[*tree.Object]int{}, kept: map[*tree.Object]bool{}}
	if def.Body != nil {
		k.statement(def.Body)
	}
	l.longLived[def] = k.kept
	return k.kept
}

// keepsObjects says that the program has such an object.
func (l *objectFacts) keepsObjects() bool {
	return slices.ContainsFunc(l.reach.functions, func(def *tree.FunctionDef) bool { return len(l.outlived(def)) > 0 })
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

// keeping walks over a function.
type keeping struct {
	depth  int
	depths map[*tree.Object]int // how many blocks are around a declaration
	kept   map[*tree.Object]bool
}

func (k *keeping) statement(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.Block, *tree.For:
		k.depth++
		defer func() { k.depth-- }()
	case *tree.Declare:
		k.depths[s.Object] = k.depth
		if s.Object.Static {
			k.depths[s.Object] = 0
		}
		if s.Init != nil {
			for _, e := range s.Init.Entries {
				k.stored(e.Value, k.depths[s.Object])
			}
		}
	}
	tree.Parts(s, k.expression, k.statement)
}

func (k *keeping) expression(e tree.Expr) {
	if a, ok := e.(*tree.Assign); ok {
		depth := 0
		if target := objectOf(a.Target); target != nil {
			depth = k.depths[target]
		}
		k.stored(a.Value, depth)
	}
	tree.Operands(e, k.expression, k.statement)
}

// stored notes the objects whose address a value that is stored is made of: those in more blocks
// than what it is stored in.
func (k *keeping) stored(e tree.Expr, depth int) {
	addressesIn(e, func(lvalue tree.Expr) { k.part(lvalue, depth) })
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

// part notes the object that an lvalue is a part of.
func (k *keeping) part(e tree.Expr, depth int) {
	switch e := e.(type) {
	case *tree.ObjectRef:
		if k.depths[e.Object] > depth {
			k.kept[e.Object] = true
		}
	case *tree.Member:
		k.part(e.Base, depth)
	case *tree.Deref:
		k.stored(e.Pointer, depth)
	}
}

// enterAgain gives an object a new place where its block is entered.
func (b fromOutside) enterAgain(pos source.Pos, o *tree.Object, s *storage) {
	if !b.checks(property.UseAfterFree) || b.repeating == 0 && len(b.def.Labels) == 0 || o.Type.Size < 0 || !b.outlived(b.def)[o] {
		return
	}
	v := b.program.VariableOf(s.address)
	b.emit(b.alloc(pos, v, b.addr(uint64(o.Size())), ir.StackObject, o.Type.Name, o.Name))
	b.addressing().allocated(pos, v.Sym, o.Type.Align)
}
