package harness

import (
	"math/big"
	"slices"

	"yogi/internal/frontend/c/tree"
)

// A function that makes an object for a parameter takes numbers of its own, a size or a version. Where all calls in the
// program have one value for it, others make objects that the program never has.

// constants gives the parameters of a function that makes an object the numbers that all calls in the program have for
// them.
func (w *writer) constants(f *tree.FunctionDef) func(p *tree.Object) string {
	values := w.atCalls(f)
	return func(p *tree.Object) string {
		value := values[slices.Index(f.Params, p)]
		if value == nil {
			return ""
		}
		w.assume("%s of %s() is %s, as at all calls in the program", p.Name, f.Name, value)
		return value.String()
	}
}

// atCalls are the numbers that all calls of a function in the program have for its parameters, where there is one such,
// and all calls are by name.
func (l *library) atCalls(f *tree.FunctionDef) map[int]*big.Int {
	calls, all := l.callsOf(f)
	if !all || len(calls) == 0 {
		return nil
	}
	values := map[int]*big.Int{}
	for i := range f.Params {
		values[i] = numberOf(calls[0].Args, i)
	}
	for _, call := range calls {
		for i, value := range values {
			if other := numberOf(call.Args, i); value == nil || other == nil || value.Cmp(other) != 0 {
				delete(values, i)
			}
		}
	}
	return values
}

// callIn is a call in a function.
type callIn struct {
	*tree.Call
	in *tree.FunctionDef
}

// callsOf are the calls of a function by its name, in all files of the program. all: it is mentioned nowhere else, so
// no pointer leads to it, and it has no other name.
func (l *library) callsOf(f *tree.FunctionDef) (calls []callIn, all bool) {
	mentioned := 0
	isF := func(g *tree.FunctionDef) bool {
		return g == f || g.Name == f.Name && g.Linkage == tree.ExternalLinkage && f.Linkage == tree.ExternalLinkage
	}
	visit := func(e tree.Expr, in *tree.FunctionDef) {
		if ref, ok := e.(*tree.FunctionRef); ok && isF(ref.Function) {
			mentioned++
		}
		if call, ok := e.(*tree.Call); ok && in != nil {
			if ref, direct := call.Callee.(*tree.FunctionRef); direct && isF(ref.Function) {
				calls = append(calls, callIn{call, in})
			}
		}
	}
	for _, unit := range append([]*tree.Unit{l.unit}, l.others...) {
		for _, o := range unit.Objects {
			o.Init.EachValue(func(value tree.Expr) { tree.EachExpr(value, func(e tree.Expr) { visit(e, nil) }) })
		}
		for _, g := range unit.Functions {
			if g.Target != nil && isF(g.Target) {
				mentioned++ // by another name
			}
			if g.Body != nil {
				tree.EachExprOf(g.Body, func(e tree.Expr) { visit(e, g) })
			}
		}
	}
	return calls, len(calls) == mentioned
}

// numberOf is the constant that argument i of a call is, or nil.
func numberOf(args []tree.Expr, i int) *big.Int {
	if i >= len(args) || args[i].ExprType().Kind != tree.Integer {
		return nil
	}
	if c := tree.ConstantOf(args[i]); c != nil && c.Int.IsInt64() {
		return c.Int
	}
	return nil
}
