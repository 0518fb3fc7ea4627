package lower

import (
	"math/big"
	"slices"

	"yogi/internal/frontend/c/tree"
)

// What calls say of the types through which bytes are looked at.

// comparesBytes are the functions of the library that look at all bytes of objects.
var comparesBytes = makeSet("memcmp", "bcmp", "memchr", "memrchr", "rawmemchr", "memmem")

// looksAtNoByte are those that are handed objects and make nothing of their contents that the program sees.
var looksAtNoByte = makeSet("free", "cfree", "memset", "bzero", "explicit_bzero")

// copiesBytes are those that copy, each with the places of its arguments for the destination and the source.
var copiesBytes = map[string][2]int{
	"memcpy": {0, 1}, "memmove": {0, 1}, "mempcpy": {0, 1}, "memccpy": {0, 1}, "bcopy": {1, 0},
}

// noteCall notes what a call of a function does with the types of its arguments.
func (l *padding) noteCall(e *tree.Call, def *tree.FunctionDef) {
	if def.Body == nil {
		l.noteLibraryCall(e, modelName(def))
		return
	}
	for i, a := range e.Args {
		from := elementBehind(a.ExprType())
		switch {
		case from == nil:
		case i >= len(def.Params):
			l.noteForgotten(recordIn(from)) // for va_arg
		case def.Params[i].Type.Kind == tree.Pointer:
			l.notePointers(from, def.Params[i].Type.Elem)
		case def.Params[i].Type.Kind == tree.Integer:
			l.noteForgotten(recordIn(from))
		}
	}
	from, to := elementBehind(def.Type.Result), elementBehind(e.Type)
	if from != nil && to != nil {
		l.notePointers(from, to)
	}
}

func (l *padding) noteLibraryCall(e *tree.Call, name string) {
	for _, a := range e.Args {
		if c, ok := a.(*tree.Convert); ok && isPointers(c) && recordIn(c.Operand.ExprType().Elem) == nil {
			l.pass([]tree.Expr{a}) // for the time of the call
		}
	}
	switch at, copies := copiesBytes[name]; {
	case looksAtNoByte[name]:
		l.pass(e.Args)
	case comparesBytes[name]:
		for _, a := range e.Args {
			if from := lookedThrough(a, e.Args[len(e.Args)-1]); from != nil {
				l.noteLookedAt(recordIn(from))
				l.noteWide(from)
				l.views.scalars = l.views.scalars || from.Kind == tree.Void
			}
		}
	case copies && len(e.Args) >= 2:
		to, from := lookedThrough(e.Args[at[0]], nil), lookedThrough(e.Args[at[1]], e.Args[len(e.Args)-1])
		if to != nil && from != nil {
			l.pass(e.Args)
			l.noteCopied(from, to)
		}
	}
}

// noteCopied notes that bytes stored through a pointer to one type come to be looked at through one to another. Nothing
// that is stored through the second one is looked at through the first.
func (l *padding) noteCopied(from, to *tree.Type) {
	record, other := recordIn(from), recordIn(to)
	if isExtended(from) && !isExtended(to) {
		l.views.wide = true
	}
	switch {
	case record == nil && from.Kind != tree.Void && from.Kind != tree.Pointer && to.Kind != tree.Pointer:
	case record == nil && other != nil && from.Kind == tree.Void:
		l.noteForgotten(other)
	default:
		l.notePointers(from, to)
	}
}

// pass says that the conversions of arguments to pointers to void tell nothing.
func (l *padding) pass(args []tree.Expr) {
	for _, a := range args {
		for c, ok := a.(*tree.Convert); ok && isPointers(c); c, ok = c.Operand.(*tree.Convert) {
			l.views.passed[c] = true
		}
	}
}

func isPointers(c *tree.Convert) bool {
	return c.Type.Kind == tree.Pointer && c.Operand.ExprType().Kind == tree.Pointer
}

// lookedThrough is what a pointer leads to before it is converted for a call; nil: it is no pointer. Of a member whose
// address is taken that is the record around it where the call may look at more bytes than the member has.
func lookedThrough(e, bytes tree.Expr) *tree.Type {
	for c, ok := e.(*tree.Convert); ok && isPointers(c); c, ok = c.Operand.(*tree.Convert) {
		e = c.Operand
	}
	t := elementBehind(e.ExprType())
	if t == nil {
		return nil
	}
	if address, ok := e.(*tree.AddressOf); ok && bytes != nil {
		member, ok := address.Operand.(*tree.Member)
		n := tree.ConstantOf(bytes)
		for ok && (n == nil || n.Int.Cmp(big.NewInt(member.ExprType().Size)) > 0) {
			t = member.Base.ExprType()
			member, ok = member.Base.(*tree.Member)
		}
	}
	return innermost(t)
}

// isContainerOf says that a conversion gives the record around one of its members: characters are stepped over, and
// nothing is kept that points to them.
func isContainerOf(e *tree.Convert) bool {
	add, ok := tree.WithoutConversions(e.Operand).(*tree.PointerAdd)
	if !ok || recordIn(e.Type.Elem) == nil {
		return false
	}
	from := elementBehind(tree.WithoutConversions(add.Pointer).ExprType())
	return from != nil && from.Kind != tree.Void && from.Size != 1 && tree.WithoutConversions(add.Pointer) != add.Pointer
}

// isFresh says that a pointer leads to memory that nothing else leads to yet, or to an object that the outside has for
// its type: no type was behind it.
func (l *padding) isFresh(e tree.Expr) bool {
	e = tree.WithoutConversions(e)
	if e.ExprType().Kind == tree.Pointer && tree.ConstantOf(e) != nil {
		return true
	}
	call, ok := e.(*tree.Call)
	if !ok {
		return false
	}
	def := directCallee(call.Callee)
	switch {
	case def == nil:
		return false
	case def.Body == nil:
		return freshMakers[modelName(def)] || !IsLibrary(def.Name) && !isOfSystem(def)
	}
	known, ok := l.views.fresh[def]
	if !ok {
		l.views.fresh[def] = false // where it calls itself
		known = l.returnsFresh(def)
		l.views.fresh[def] = known
	}
	return known
}

// freshMakers are the functions of the library that return memory whose contents are of no type.
var freshMakers = makeSet("malloc", "calloc", "aligned_alloc", "memalign", "valloc", "alloca")

// returnsFresh says that each result of a function with a body is null or fresh memory which it shows nobody else: a
// call, or a local that is given nothing but such, compared, handed to functions without a body and returned.
func (l *padding) returnsFresh(def *tree.FunctionDef) bool {
	all, excused, given := map[*tree.Object]int{}, map[*tree.Object]int{}, map[*tree.Object][]tree.Expr{}
	excuse := func(e tree.Expr) {
		if r, ok := tree.WithoutConversions(e).(*tree.ObjectRef); ok {
			excused[r.Object]++
		}
	}
	tree.EachExprOf(def.Body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.ObjectRef:
			all[e.Object]++
		case *tree.Assign:
			if r, ok := e.Target.(*tree.ObjectRef); ok {
				excused[r.Object]++
				given[r.Object] = append(given[r.Object], e.Value)
			}
		case *tree.Binary:
			if e.Op.Decides() {
				excuse(e.Left)
				excuse(e.Right)
			}
		case *tree.Unary:
			if e.Op == tree.LogicalNot {
				excuse(e.Operand)
			}
		case *tree.Call:
			if callee := directCallee(e.Callee); callee != nil && callee.Body == nil {
				for _, a := range e.Args {
					excuse(a)
				}
			}
		}
	})
	var results []tree.Expr
	tree.EachStmt(def.Body, func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.Declare:
			s.Init.EachValue(func(e tree.Expr) { given[s.Object] = append(given[s.Object], e) })
		case *tree.If:
			excuse(s.Cond)
		case *tree.Return:
			excuse(s.X)
			results = append(results, s.X)
		}
	})
	isFresh := func(e tree.Expr) bool { return tree.IsNull(e) || l.isFresh(e) }
	return len(results) > 0 && !slices.ContainsFunc(results, func(e tree.Expr) bool {
		if e == nil || isFresh(e) {
			return false
		}
		r, ok := tree.WithoutConversions(e).(*tree.ObjectRef)
		return !ok || isSeenElsewhere(r.Object) || slices.Contains(def.Params, r.Object) || all[r.Object] != excused[r.Object] ||
			slices.ContainsFunc(given[r.Object], func(e tree.Expr) bool { return !isFresh(e) })
	})
}

func isSeenElsewhere(o *tree.Object) bool { return o.Static || o.Extern || o.AddressTaken }
