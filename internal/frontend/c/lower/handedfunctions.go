package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// isGivenFunctions says that a call of a kernel's function without a model hands over functions of the program: one by
// name, an object with static storage whose initial value leads to some, or, where the name of the function says that
// it registers something, an object of a type that has pointers to functions. The system calls them some time, which
// the platform's harness does not, so that what they do would be out of sight.
func (b bodilessCalls) isGivenFunctions(name string, args []argument) bool {
	if !b.options.TypedCalls || b.options.Open || b.options.Undefined >= UndefinedHavocCalls {
		return false
	}
	h := handedFunctions{seen: map[*tree.Object]bool{}}
	for _, a := range args {
		if a.expr == nil {
			continue
		}
		h.expression(a.expr)
		if t := a.typ; t.Kind == tree.Pointer && registers(name) && t.Elem != nil && hasFunctions(t.Elem) && !tree.IsNull(a.expr) {
			h.found = true
		}
	}
	return h.found
}

// registers says that the name of a function is one of those that register something.
func registers(name string) bool {
	return strings.Contains(name, "regist") && !strings.Contains(name, "unregist") && !strings.Contains(name, "deregist")
}

// hasFunctions says that a struct has a member that points to a function.
func hasFunctions(t *tree.Type) bool {
	if t.Kind != tree.Struct && t.Kind != tree.Union {
		return false
	}
	for _, f := range t.Fields {
		if f.Type.Kind == tree.Pointer && f.Type.Elem != nil && f.Type.Elem.Kind == tree.Function || hasFunctions(f.Type) {
			return true
		}
	}
	return false
}

// handedFunctions looks for functions of the program in what expressions hand over.
type handedFunctions struct {
	seen  map[*tree.Object]bool
	found bool
}

func (h *handedFunctions) expression(e tree.Expr) {
	switch e := e.(type) {
	case *tree.FunctionRef:
		h.found = h.found || e.Function.Body != nil
	case *tree.ObjectRef:
		h.object(e.Object)
	case *tree.Call:
		return // what it returns, which is not known
	default:
		tree.Operands(e, h.expression, func(tree.Stmt) {})
	}
}

// object looks at the initial value of an object, and of those that it leads to.
func (h *handedFunctions) object(o *tree.Object) {
	if h.seen[o] || h.found || o.Init == nil {
		return
	}
	h.seen[o] = true
	for _, entry := range o.Init.Entries {
		h.expression(entry.Value)
	}
}
