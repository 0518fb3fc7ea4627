// Package harness writes a main that calls a function of a library with unknown inputs.
//
// In come the checked trees of a file, the file's name and the function's; out comes C text that
// includes the file. What the arguments are is told by types and names: a pointer to bytes before a
// number that is called a length is that many bytes at the end of an array, another one to
// characters a text; a pointer to a structure is what the library's own functions make or
// initialise, and is handed to the one that destroys it. A main calls the library as its users do,
// where --entry calls it in any way at all.
package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// Write is the main that calls the function of that name. length is how many bytes inputs have at
// most.
func Write(unit *tree.Unit, file, name string, length int) (string, error) {
	w := &writer{unit: unit, length: length, nondets: map[string]bool{}}
	f := w.function(name)
	if f == nil || f.Body == nil {
		return "", fmt.Errorf("%s has no function %s with a body", file, name)
	}
	call, err := w.call(f, 0)
	if err != nil {
		return "", err
	}
	w.finish(f, call)
	var out strings.Builder
	fmt.Fprintf(&out, "#include %q\n", file)
	for _, line := range w.declarations {
		out.WriteString(line + "\n")
	}
	out.WriteString("int main(void)\n{\n")
	for _, line := range w.body {
		out.WriteString("  " + line + "\n")
	}
	out.WriteString("  return 0;\n}\n")
	return out.String(), nil
}

type writer struct {
	unit         *tree.Unit
	length       int
	declarations []string
	nondets      map[string]bool
	body         []string
	variables    int
	handles      []handle // what the library's functions have made
}

// handle is a variable with a pointer to what a function of the library has made.
type handle struct {
	name string
	typ  *tree.Type
	// givenAs is the argument by which it was given away, null where it was not after all; "": it
	// stays with main.
	givenAs string
}

func (w *writer) line(format string, args ...any) {
	w.body = append(w.body, fmt.Sprintf(format, args...))
}

func (w *writer) function(name string) *tree.FunctionDef {
	for _, f := range w.unit.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// call is a call of a function with arguments that the lines before it make.
func (w *writer) call(f *tree.FunctionDef, depth int) (string, error) {
	var args []string
	for i := 0; i < len(f.Params); i++ {
		p := f.Params[i]
		if i+1 < len(f.Params) && isNumbers(p.Type) && isLength(f.Params[i+1]) {
			buffer, n := w.buffer(p, f.Params[i+1])
			args = append(args, w.orNull(p, f, i, buffer), n)
			i++
			continue
		}
		made := len(w.handles)
		arg, err := w.argument(p, f, depth)
		if err != nil {
			return "", err
		}
		given := w.orNull(p, f, i, arg)
		if len(w.handles) > made && consumes(f, i, 0) {
			w.handles[len(w.handles)-1].givenAs = given
		}
		args = append(args, given)
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")", nil
}

// orNull is an argument, or null where the function takes that too.
func (w *writer) orNull(p *tree.Object, f *tree.FunctionDef, i int, arg string) string {
	if p.Type.Kind != tree.Pointer || arg == "0" || w.spelled(p.Type) == "" || !takesNull(f, i, 0) {
		return arg
	}
	v := w.variable(p.Name)
	w.line("%s = %s ? %s : 0;", w.declared(plain(p.Type), v), w.any(intType), arg)
	return v
}

var intType = &tree.Type{Kind: tree.Integer, Name: "int", Size: 4, Signed: true}

// finish writes the call and hands what was made to what destroys it.
func (w *writer) finish(f *tree.FunctionDef, call string) {
	result := f.Type.Result
	destroyed := map[*tree.Type]bool{}
	if isDestructor(f) {
		destroyed[f.Params[0].Type.Elem] = true
	}
	switch destroy := w.destructor(result); {
	case destroy != nil && !destroyed[result.Elem]:
		v := w.variable("result")
		w.line("%s = %s;", w.declared(result, v), call)
		w.line("if (%s)", v)
		w.line("  %s(%s);", destroy.Name, v)
		destroyed[result.Elem] = isConsumer(f)
	default:
		w.line("%s;", call)
	}
	for _, h := range slices.Backward(w.handles) {
		destroy := w.destructor(h.typ)
		if destroy == nil || destroyed[h.typ.Elem] || h.givenAs == h.name {
			continue
		}
		if h.givenAs != "" {
			w.line("if (!%s)", h.givenAs)
			w.line("  %s(%s);", destroy.Name, h.name)
			continue
		}
		w.line("%s(%s);", destroy.Name, h.name)
	}
}

// variable is a name that no other variable has.
func (w *writer) variable(name string) string {
	if name == "" {
		name = "x"
	}
	w.variables++
	return fmt.Sprintf("%s_%d", name, w.variables)
}

// argument makes an argument.
func (w *writer) argument(p *tree.Object, f *tree.FunctionDef, depth int) (string, error) {
	t := p.Type
	switch {
	case t.Kind == tree.Integer || t.Kind == tree.Bool || t.Kind == tree.Float || t.Kind == tree.LongDouble:
		return w.any(t), nil
	case t.Kind != tree.Pointer:
		v := w.variable(p.Name)
		if w.spelled(t) == "" {
			return "", fmt.Errorf("%s has a parameter %s of a type that has no name", f.Name, p.Name)
		}
		w.line("static %s;", w.declared(t, v))
		return v, nil
	case isCharacter(t.Elem):
		return w.text(p), nil
	case t.Elem.Kind == tree.Void:
		return w.bytes(p, "unsigned char"), nil
	case t.Elem.Kind == tree.Struct || t.Elem.Kind == tree.Union:
		return w.object(p, f, depth)
	case t.Elem.Kind == tree.Function || w.spelled(t.Elem) == "":
		return "0", nil
	}
	v := w.variable(p.Name)
	if t.Elem.Kind == tree.Pointer {
		w.line("%s = 0;", w.declared(t.Elem, v))
	} else {
		w.line("%s = %s;", w.declared(t.Elem, v), w.any(t.Elem))
	}
	return "&" + v, nil
}

// any is any value of a scalar type.
func (w *writer) any(t *tree.Type) string {
	spelled := w.spelled(t)
	name := "__VERIFIER_nondet_" + strings.Join(strings.Fields(spelled), "_")
	if !w.nondets[name] {
		w.nondets[name] = true
		w.declarations = append(w.declarations, fmt.Sprintf("extern %s %s(void);", spelled, name))
	}
	return name + "()"
}

// fill gives the first bytes of an array any values.
func (w *writer) fill(array string, typ *tree.Type) {
	w.line("for (int i = 0; i < %d; i++)", w.length)
	w.line("  %s[i] = %s;", array, w.any(typ))
}

var charType = &tree.Type{Kind: tree.Integer, Name: "char", Size: 1, Signed: true}

// text makes a text of any characters.
func (w *writer) text(p *tree.Object) string {
	v := w.variable(p.Name)
	w.line("char %s[%d];", v, w.length+1)
	w.fill(v, charType)
	w.line("%s[%d] = 0;", v, w.length)
	if p.Type.Elem.Name != "char" && p.Type.Elem.Name != "const char" {
		return "(void *)" + v
	}
	return v
}

// bytes makes bytes of any values.
func (w *writer) bytes(p *tree.Object, typ string) string {
	v := w.variable(p.Name)
	w.line("%s %s[%d];", typ, v, w.length)
	w.fill(v, charType)
	return v
}

// buffer makes bytes or numbers of any values, and how many they are: the last ones of an array, so
// that what lies behind them is outside of it.
func (w *writer) buffer(p, length *tree.Object) (pointer, n string) {
	v, elem := w.variable(p.Name), p.Type.Elem
	n = w.variable(length.Name)
	if elem.Kind == tree.Void || isCharacter(elem) {
		elem = charType
	}
	w.line("%s[%d];", w.declared(plain(elem), v), w.length)
	w.fill(v, elem)
	w.line("%s = %s;", w.declared(length.Type, n), w.any(length.Type))
	if length.Type.Signed {
		w.line("if (%s < 0 || %s > %d)", n, n, w.length)
	} else {
		w.line("if (%s > %d)", n, w.length)
	}
	w.line("  return 0;")
	pointer = fmt.Sprintf("%s + %d - %s", v, w.length, n)
	if elem == charType && plain(p.Type.Elem).Name != "char" {
		pointer = "(void *)(" + pointer + ")"
	}
	return pointer, n
}

// maxMade bounds how many functions make what others need.
const maxMade = 2

// object makes a pointer to a structure: by the function that returns one, by one that initialises
// one, or one that is all zeros.
func (w *writer) object(p *tree.Object, f *tree.FunctionDef, depth int) (string, error) {
	if maker := w.constructor(p.Type, f); maker != nil && depth < maxMade {
		call, err := w.call(maker, depth+1)
		if err != nil {
			return "", err
		}
		v := w.variable(p.Name)
		w.line("%s = %s;", w.declared(p.Type, v), call)
		w.line("if (!%s)", v)
		w.line("  return 0;")
		w.handles = append(w.handles, handle{name: v, typ: p.Type})
		return v, nil
	}
	if p.Type.Elem.Size < 0 || w.spelled(p.Type.Elem) == "" {
		return "0", nil
	}
	v := w.variable(p.Name)
	w.line("static %s;", w.declared(plain(p.Type.Elem), v))
	if initialize := w.initializer(p.Type, f); initialize != nil {
		w.line("%s(&%s);", initialize.Name, v)
	}
	return "&" + v, nil
}
