package lower

import "yogi/internal/frontend/c/tree"

// carried are integers that only carry the address of a function on: a local integer begins with that address, and all
// that its function does with it is to compare it and to convert it to pointers to functions. Linux publishes hooks so
// (rcu_assign_pointer). Of a conversion to such an integer these are the types of functions that it comes to.
type carried map[*tree.Convert][]*tree.Type

// inBody finds such integers in the body of a function, before anything else looks at it.
func (c *casts) inBody(body tree.Stmt) {
	v := carriers{begins: map[*tree.Object]*tree.Convert{}, comes: map[*tree.Object][]*tree.Type{}, used: map[*tree.Object]bool{}}
	v.stmt(body)
	for object, begin := range v.begins {
		if !v.used[object] {
			if c.carried == nil {
				c.carried = carried{}
			}
			c.carried[begin] = v.comes[object]
		}
	}
}

// carriers are the integers of one body that may only carry addresses on.
type carriers struct {
	begins map[*tree.Object]*tree.Convert
	comes  map[*tree.Object][]*tree.Type
	used   map[*tree.Object]bool // otherwise
}

func (v *carriers) stmt(s tree.Stmt) {
	if d, ok := s.(*tree.Declare); ok {
		v.declare(d)
	}
	tree.Parts(s, v.expr, v.stmt)
}

func (v *carriers) declare(d *tree.Declare) {
	o := d.Object
	isOwn := !o.Static && !o.Extern && o.Linkage == tree.NoLinkage && o.Type.Kind == tree.Integer && !o.Type.Volatile
	if !isOwn || d.Init == nil || len(d.Init.Entries) != 1 {
		return
	}
	begin, ok := d.Init.Entries[0].Value.(*tree.Convert)
	if ok && begin.Type.Kind == tree.Integer && functionPointed(begin.Operand.ExprType()) != nil {
		v.begins[o] = begin
	}
}

func (v *carriers) expr(e tree.Expr) {
	switch e := e.(type) {
	case *tree.ObjectRef:
		v.used[e.Object] = true
	case *tree.Convert:
		if o, to := carrier(e.Operand), functionPointed(e.Type); o != nil && to != nil {
			v.comes[o] = append(v.comes[o], to)
			return
		}
		tree.Operands(e, v.expr, v.stmt)
	case *tree.Binary:
		visit := v.expr
		if e.Op == tree.Equal || e.Op == tree.NotEqual {
			visit = v.compared
		}
		tree.Operands(e, visit, v.stmt)
	default:
		tree.Operands(e, v.expr, v.stmt)
	}
}

// compared visits one side of a comparison, which only looks at an integer.
func (v *carriers) compared(e tree.Expr) {
	if carrier(e) == nil {
		v.expr(e)
	}
}

// carrier is the object that an expression is the value of, nil where it is none.
func carrier(e tree.Expr) *tree.Object {
	if r, ok := e.(*tree.ObjectRef); ok {
		return r.Object
	}
	return nil
}

// functionPointed is the type of the functions to which a pointer of a type leads, nil where it is none.
func functionPointed(t *tree.Type) *tree.Type {
	if t.Kind == tree.Pointer && t.Elem.Kind == tree.Function {
		return t.Elem
	}
	return nil
}
