package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Volatile objects may change at any time: by a device, a signal handler, another thread. What is
// read of one is an input, unless the user says that they are ordinary. A local that no pointer
// leads to is ordinary: nobody else can find it.

// changer says who may change what a place holds, besides the statements of a run.
type changer uint8

const (
	nobody   changer = iota
	somebody         // the program gives the object values itself, so that there need be nobody else
	others           // there would be no sense in the read without others
)

// changes holds what must be known of the program to tell who changes volatile objects.
type changes struct {
	own       map[*tree.Object]bool // static objects with an initial value, or that a run may write
	elsewhere map[*tree.Object]bool // named by functions that no run reaches, or that somebody may call: handlers
	views     bool                  // some pointer to a volatile object may lead to one of the program's
}

func (l *evaluation) changesOfVolatile() *changes {
	if l.changes != nil {
		return l.changes
	}
	c := &changes{own: map[*tree.Object]bool{}, elsewhere: map[*tree.Object]bool{}}
	l.changes = c
	for o := range l.reach.escaping {
		c.views = c.views || holdsVolatile(o.Type)
	}
	for _, o := range l.reach.objects {
		if o.Init != nil && len(o.Init.Entries) > 0 {
			c.own[o] = true
		}
	}
	for _, f := range l.unit.Functions {
		switch {
		case f.Body == nil:
		case !l.reach.called[f] || l.reach.isPointed[f]:
			tree.EachExprOf(f.Body, func(e tree.Expr) {
				if ref, ok := e.(*tree.ObjectRef); ok {
					c.elsewhere[ref.Object] = true
				}
			})
		default:
			tree.EachExprOf(f.Body, c.note)
		}
	}
	return c
}

// note looks at an expression of a run.
func (c *changes) note(e tree.Expr) {
	for _, written := range tree.Written(e) {
		c.own[objectOf(written)] = true
	}
	if e, ok := e.(*tree.Convert); ok {
		from, to := e.Operand.ExprType(), e.Type
		if from.Kind == tree.Pointer && to.Kind == tree.Pointer && to.Elem.Volatile && !from.Elem.Volatile {
			c.views = true
		}
	}
}

// changerOf says who may have changed what a place holds.
func (b *frame) changerOf(p place) changer {
	if !holdsVolatile(p.typ) {
		return nobody
	}
	known := b.changesOfVolatile()
	switch {
	case p.root == nil && known.views:
		return somebody
	case p.root == nil:
		return others
	case p.root.object == nil:
		return nobody // a temporary
	}
	o := p.root.object
	isLocal := !o.Static && !o.Extern && o.Linkage == tree.NoLinkage
	switch {
	case isLocal && !b.reach.escaping[o]:
		return nobody
	case isLocal || known.own[o] && !known.elsewhere[o]:
		return somebody
	}
	return others
}

// holdsVolatile says that a type is volatile, or has a part that is.
func holdsVolatile(t *tree.Type) bool {
	if t.Volatile {
		return true
	}
	switch t.Kind {
	case tree.Array:
		return holdsVolatile(t.Elem)
	case tree.Struct, tree.Union:
		for _, f := range t.Fields {
			if holdsVolatile(f.Type) {
				return true
			}
		}
	}
	return false
}

// volatileInput returns what a read of a volatile scalar gives; nil where it is as of an ordinary
// one: where the user says so, and for pointers, which would have to be those of some object.
func (b *frame) volatileInput(pos source.Pos, p place, by changer) *term.Term {
	if b.options.OrdinaryVolatile || p.typ.Kind == tree.Pointer || isExtended(p.typ) {
		return nil
	}
	kind, name := ir.VolatileRead, p.typ.Name
	if by == somebody {
		kind = ir.OwnVolatileRead
	}
	if p.root != nil {
		name = p.root.object.Name
	}
	if p.bitWidth > 0 {
		v := b.newTemp(b.terms.BV(int(p.bitWidth)))
		b.havoc(pos, v, kind, name, p.typ.Name)
		return b.widen(v.Sym, p)
	}
	v := b.newTemp(b.sortOf(p.typ))
	b.havocScalar(pos, v, p.typ, kind, name)
	if p.typ.Kind == tree.Bool {
		return b.booleanByte(v.Sym)
	}
	return v.Sym
}
