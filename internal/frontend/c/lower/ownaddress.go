package lower

import (
	"slices"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The address of a local object is indeterminate once its function has returned (C11 6.2.4p2). gcc returns null in its
// place wherever it sees that it is one: in the return itself always, and with -O2 by way of variables, choices and
// calls as well.

// returnedAddress is a pointer that a function returns, or null where that leads into one of its locals.
func (b *body) returnedAddress(pos source.Pos, e tree.Expr, v *term.Term) *term.Term {
	own := ownAddresses{holds: b.addressesHeld()}
	objects, always := own.of(e)
	if len(objects) == 0 {
		return v
	}
	isNull := emitter{b: b.frame}.Choice(pos, ir.Unspecified, ir.ReturnedAddress)
	if !always {
		var isOwn []*term.Term
		for _, o := range objects {
			if s := b.locals[o]; s != nil && s.address != nil {
				isOwn = append(isOwn, b.terms.Eq(b.granuleOf(v), b.granuleOf(s.address)))
			}
		}
		isNull = b.terms.And(isNull, b.terms.Or(isOwn...))
	}
	return b.terms.Ite(isNull, emit.Zero(b.terms, v.Sort()), v)
}

// ownAddresses finds of which locals an expression may hold the address: holds says so of the objects of a function.
type ownAddresses struct {
	holds map[*tree.Object][]*tree.Object
}

// of lists the locals whose address a value may be; always: it is that of one of them, for all to see.
func (w ownAddresses) of(e tree.Expr) (objects []*tree.Object, always bool) {
	switch e := e.(type) {
	case *tree.Convert:
		objects, always = w.of(e.Operand)
		return objects, always && e.Type.Kind == tree.Pointer
	case *tree.PointerAdd:
		return w.of(e.Pointer)
	case *tree.Comma:
		return w.of(e.Right)
	case *tree.Assign:
		objects, _ = w.of(e.Value)
	case *tree.Conditional:
		for _, part := range []tree.Expr{e.Cond, e.Then, e.Else} {
			if part != nil {
				more, _ := w.of(part)
				objects = append(objects, more...)
			}
		}
	case *tree.Call: // which may return what it is handed
		for _, a := range e.Args {
			more, _ := w.of(a)
			objects = append(objects, more...)
		}
	case *tree.AddressOf:
		return localBehind(e.Operand)
	case *tree.Decay:
		return localBehind(e.Array)
	case *tree.ObjectRef, *tree.Member:
		if o := objectOf(e); o != nil {
			return w.holds[o], false
		}
	}
	return objects, false
}

// localBehind is the local object, with a lifetime of its own, that an lvalue is a part of.
func localBehind(e tree.Expr) (objects []*tree.Object, is bool) {
	o := objectOf(e)
	if o == nil || o.Function == nil || o.Static || o.Extern {
		return nil, false
	}
	return []*tree.Object{o}, true
}

// addressesHeld says of which of its locals a function puts the addresses into an object.
func (b *body) addressesHeld() map[*tree.Object][]*tree.Object {
	if b.held != nil {
		return b.held
	}
	own := ownAddresses{holds: map[*tree.Object][]*tree.Object{}}
	changed := true
	note := func(o *tree.Object, value tree.Expr) {
		objects, _ := own.of(value)
		for _, local := range objects {
			if o != nil && !slices.Contains(own.holds[o], local) {
				own.holds[o] = append(own.holds[o], local)
				changed = true
			}
		}
	}
	for changed {
		changed = false
		tree.EachExprOf(b.def.Body, func(e tree.Expr) {
			if assign, ok := e.(*tree.Assign); ok {
				note(objectOf(assign.Target), assign.Value)
			}
		})
		tree.EachStmt(b.def.Body, func(s tree.Stmt) {
			if declare, ok := s.(*tree.Declare); ok && declare.Init != nil {
				for _, entry := range declare.Init.Entries {
					note(declare.Object, entry.Value)
				}
			}
		})
	}
	b.held = own.holds
	return b.held
}
