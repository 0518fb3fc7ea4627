package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// A function that takes further arguments, or a list of them, behind a text gets none: the text is
// a format without any conversion.

// formatOf is the parameter of a function that says which further arguments there are, the last one
// before them; nil: it takes none, or says so in another way.
func formatOf(f *tree.FunctionDef) *tree.Object {
	named := f.Params
	if !f.Type.Variadic {
		if len(named) == 0 || !isPlainList(named[len(named)-1]) {
			return nil
		}
		named = named[:len(named)-1]
	}
	if len(named) == 0 || slices.ContainsFunc(named, func(p *tree.Object) bool { return isList(p.Type, p.Typedef) }) {
		return nil
	}
	last := named[len(named)-1]
	if !f.Type.Variadic && !isText(last.Type) {
		return nil
	}
	return last
}

// isPlainList says that a parameter is a list of arguments, and no pointer to one.
func isPlainList(p *tree.Object) bool {
	return isList(p.Type, p.Typedef) && (p.Type.Kind != tree.Pointer || isRecord(p.Type.Elem) || !strings.HasSuffix(p.Typedef, "*") && p.Typedef != "")
}

// withoutList is a function that calls another one with a list of no arguments in the place of its
// last parameter.
func (w *writer) withoutList(f *tree.FunctionDef) string {
	v := w.variable("call")
	before := f.Params[:len(f.Params)-1]
	var params, args []string
	for i, p := range before {
		args = append(args, fmt.Sprintf("x%d", i))
		params = append(params, w.declared(plain(p.Type), args[i]))
	}
	result := plain(f.Type.Result)
	call := fmt.Sprintf("%s(%s, list)", f.Name, strings.Join(args, ", "))
	if result.Kind != tree.Void {
		call = w.declared(result, "result") + " = " + call
	}
	w.declarations = append(w.declarations,
		"static "+w.declared(result, fmt.Sprintf("%s(%s, ...)", v, strings.Join(params, ", "))), "{",
		"  __builtin_va_list list;", fmt.Sprintf("  __builtin_va_start(list, %s);", args[len(args)-1]),
		"  "+call+";", "  __builtin_va_end(list);")
	if result.Kind != tree.Void {
		w.declarations = append(w.declarations, "  return result;")
	}
	w.declarations = append(w.declarations, "}")
	return v
}
