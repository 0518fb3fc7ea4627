package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// __builtin_va_arg_pack stands, in a function that is always inlined, for the further arguments of the call that it is
// inlined in. So there is a copy of such a function for each list of types of further arguments, which are its last
// parameters.

// packCopy is a copy of a function for further arguments of some types.
type packCopy struct {
	original, copied *tree.FunctionDef
	types            []*tree.Type
}

// isPack recognises __builtin_va_arg_pack().
func isPack(e tree.Expr) bool {
	call, ok := e.(*tree.Call)
	if !ok {
		return false
	}
	def := directCallee(call.Callee)
	return def != nil && def.Builtin == "__builtin_va_arg_pack"
}

// usesPack says that the body of a function asks for the further arguments.
func (l *functionFacts) usesPack(def *tree.FunctionDef) bool {
	if def.Body == nil || !def.Type.Variadic {
		return false
	}
	found, known := l.packing[def]
	if known {
		return found
	}
	tree.EachExprOf(def.Body, func(e tree.Expr) {
		if ref, ok := e.(*tree.FunctionRef); ok {
			found = found || ref.Function.Builtin == "__builtin_va_arg_pack" || ref.Function.Builtin == "__builtin_va_arg_pack_len"
		}
	})
	l.packing[def] = found
	return found
}

// unpacked are the arguments of a call in def, with the further arguments of def's call in the place of what stands for
// them; ok says that something does.
func (l *functionFacts) unpacked(def *tree.FunctionDef, args []tree.Expr) (out []tree.Expr, ok bool) {
	if len(args) == 0 || !isPack(args[len(args)-1]) || l.packs[def] == nil {
		return args, false
	}
	last := args[len(args)-1].Position()
	args = slices.Clone(args[:len(args)-1])
	for _, o := range l.packs[def] {
		args = append(args, &tree.ObjectRef{Node: tree.Node{Type: o.Type, Pos: last}, Object: o})
	}
	return args, true
}

// A function that calls itself with more and more further arguments, which no compiler inlines,
// would have copies without end. Beyond these bounds the call is one of the original, in which what
// stands for the further arguments is refused.
const (
	mostFurther = 64
	mostCopies  = 4096
)

// inlined returns the function that a call of def with these arguments calls: def, or its copy for their types.
func (l *functionFacts) inlined(def *tree.FunctionDef, args []tree.Expr) *tree.FunctionDef {
	if !l.usesPack(def) || len(args) < len(def.Params) {
		return def
	}
	var types []*tree.Type
	for _, a := range args[len(def.Params):] {
		types = append(types, a.ExprType())
	}
	for _, c := range l.packCopies {
		if c.original == def && slices.Equal(c.types, types) {
			return c.copied
		}
	}
	if len(types) > mostFurther || len(l.packCopies) >= mostCopies {
		return def
	}
	copied, typ := *def, *def.Type
	copied.Type, typ.Variadic = &typ, false
	copied.Params, typ.Params = slices.Clone(def.Params), slices.Clone(typ.Params)
	further := []*tree.Object{}
	for i, t := range types {
		o := &tree.Object{Name: "further" + itoa(i+1), Type: t, Parameter: true, Function: &copied, Pos: def.Pos}
		further = append(further, o)
		copied.Params, typ.Params = append(copied.Params, o), append(typ.Params, t)
	}
	l.packs[&copied] = further
	l.origins[&copied] = def
	l.packCopies = append(l.packCopies, packCopy{def, &copied, types})
	return &copied
}
