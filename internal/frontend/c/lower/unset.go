package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// initialization notes which parts of objects hold no value: by flags beside scalars of locals, and of padding, which
// stores spoil.
type initialization struct{ shadow }

func (b *frame) initialization() initialization { return initialization{b.shadow()} }

// Reading a local object that holds no value yet is undefined where its address is not taken (C11
// 6.3.2.1p2); that is what is checked. Beside each scalar of an object that is declared without a value
// there is a flag that says whether it was written; an object in memory has one for the whole. So has an object with
// an initialiser that a jump may pass, or that reads the object. Objects whose address is taken, and those of the
// heap, are not checked: their contents are unspecified, as without the check.

// passed notes the objects of a block, or of a for loop's first clause, whose declarations a jump to a label or case
// behind them passes.
func (r *reach) passed(stmts []tree.Stmt) {
	if !r.known.checks(property.Uninitialized) {
		return
	}
	behind := false // there is a label or case behind the statement
	for i := len(stmts) - 1; i >= 0; i-- {
		d, ok := stmts[i].(*tree.Declare)
		if ok && behind {
			r.unset[d.Object] = true
		}
		behind = behind || hasTarget(stmts[i])
	}
}

// hasTarget says that a statement has a label or a case.
func hasTarget(s tree.Stmt) bool {
	switch s.(type) {
	case *tree.Labeled, *tree.Case:
		return true
	}
	found := false
	tree.Parts(s, func(tree.Expr) {}, func(inner tree.Stmt) { found = found || hasTarget(inner) })
	return found
}

// namesItself says that the initialiser of an object names the object.
func namesItself(d *tree.Declare) bool {
	found := false
	d.Init.EachValue(func(value tree.Expr) {
		tree.EachExpr(value, func(e tree.Expr) {
			o, ok := e.(*tree.ObjectRef)
			found = found || ok && o.Object == d.Object
		})
	})
	return found
}

// isFlagged reports whether reads of an object are checked.
func (b initialization) isFlagged(o *tree.Object) bool {
	if o == nil || !b.checks(property.Uninitialized) || !b.reach.unset[o] {
		return false
	}
	return !b.reach.inMemory[o] || !b.reach.escaping[o] && o.Type.Kind != tree.Array
}

// addFlags gives an object its flags, which are false where the function starts.
func (b initialization) addFlags(o *tree.Object, s *storage) {
	if !b.isFlagged(o) {
		return
	}
	names := []string{o.Name}
	if s.address == nil {
		names = names[:0]
		for _, c := range s.cells {
			names = append(names, o.Name+c.path)
		}
	}
	for _, name := range names {
		v := b.function.NewLocal(name+" is set", b.terms.Bool())
		v.Pos, v.Source = o.Pos, ""
		b.first.Emit(&ir.Assign{At: ir.At{Pos: o.Pos}, Dst: v, Src: b.terms.False()})
		s.flags = append(s.flags, v)
	}
}

// noteSet notes that an object holds a value.
func (b initialization) noteSet(pos source.Pos, s *storage) { b.assignFlags(pos, s, b.terms.True()) }

// noteUnset notes that an object holds no value: it is declared without one, or its block is left.
func (b initialization) noteUnset(pos source.Pos, s *storage) { b.assignFlags(pos, s, b.terms.False()) }

func (b initialization) assignFlags(pos source.Pos, s *storage, value *term.Term) {
	for _, v := range s.flags {
		b.assign(pos, v, value)
	}
}

// flagOf is the flag of a scalar, or nil.
func (b initialization) flagOf(p place, key cellKey) *ir.Variable {
	switch {
	case p.inMemory() && p.root != nil && len(p.root.flags) > 0:
		return p.root.flags[0]
	case p.inMemory() || len(p.storage.flags) == 0:
		return nil
	}
	key.offset += p.key.offset
	if i, ok := p.storage.index[key]; ok {
		return p.storage.flags[i]
	}
	return nil
}

// noteWritten sets the flag of a scalar.
func (b initialization) noteWritten(pos source.Pos, p place, key cellKey) {
	if flag := b.flagOf(p, key); flag != nil {
		b.assign(pos, flag, b.terms.True())
	}
}

// requireWritten checks that a scalar has been written.
func (b initialization) requireWritten(pos source.Pos, p place, key cellKey) {
	if flag := b.flagOf(p, key); flag != nil {
		b.require(pos, property.Uninitialized, flag.Sym, "an object is read before it holds a value")
	}
}

// objectOf is the object that an lvalue in registers is a part of.
func objectOf(e tree.Expr) *tree.Object {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return e.Object
	case *tree.Member:
		return objectOf(e.Base)
	case *tree.Deref:
		if inner := directPlace(e); inner != nil {
			return objectOf(inner)
		}
	}
	return nil
}
