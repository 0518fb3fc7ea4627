package harness

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// Options say what inputs are.
type Options struct {
	Length int // bytes that they have at most
	// Filled: objects and variables hold something where no function of the library says what they hold.
	Filled bool
}

// Write is the main that calls the functions of these names, one after the other. others are the trees of further
// files, whose functions may make what they need.
func Write(unit *tree.Unit, others []*tree.Unit, file string, names []string, o Options) (string, error) {
	w := &writer{library: newLibrary(unit, others), file: file, length: o.Length, nondets: map[string]bool{}}
	for i, name := range names {
		f, err := functionNamed(unit, file, name)
		if err != nil {
			return "", err
		}
		w.streams(f, others)
		if o.Filled {
			w.held, w.long = w.heldBy(f), w.longText(f)
			w.fillVariables(f, others)
		}
		call, err := w.call(f, 0)
		if err != nil {
			return "", err
		}
		if i < len(names)-1 {
			w.goOn(f, call)
			continue
		}
		w.assumeOrder(names)
		w.finish(f, call)
	}
	var out strings.Builder
	if NamesMain(unit) {
		fmt.Fprintf(&out, "#define %s %s\n", programMain, renamedMain)
	}
	fmt.Fprintf(&out, "#include %q\n", file)
	if NamesMain(unit) {
		out.WriteString("#undef main\n")
	}
	for _, line := range w.assumed {
		fmt.Fprintf(&out, "#pragma yogi assumed %q\n", line)
	}
	for _, u := range w.unkept {
		fmt.Fprintf(&out, "#pragma yogi unkept %s %q\n", u.Function, u.Text)
	}
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

// functionNamed is the function of the file that is to be called.
func functionNamed(unit *tree.Unit, file, name string) (*tree.FunctionDef, error) {
	i := slices.IndexFunc(unit.Functions, func(f *tree.FunctionDef) bool { return f.Name == name })
	switch {
	case i < 0 || unit.Functions[i].Body == nil:
		return nil, fmt.Errorf("%s has no function %s with a body", file, name)
	case name == programMain:
		return nil, fmt.Errorf("%s is a program: check it as it is, without a harness for %s", file, name)
	}
	return unit.Functions[i], nil
}

// programMain is the function that a file may have beside those that are called: it gets another name, renamedMain.
const (
	programMain = "main"
	renamedMain = "main_of_the_program"
)

// MainRenamed is the definition by which further files of a program are read whose main gives way to the harness's.
const MainRenamed = programMain + "=" + renamedMain

// NamesMain says that a file defines or declares the program's main.
func NamesMain(unit *tree.Unit) bool {
	return slices.ContainsFunc(unit.Functions, func(f *tree.FunctionDef) bool { return f.Name == programMain })
}

type writer struct {
	*library
	file         string // that has the functions
	length       int
	assumed      []string      // what main takes for granted
	unkept       []tree.Unread // parts of contracts that it does not keep to
	declarations []string
	nondets      map[string]bool
	body         []string
	variables    int
	handles      []handle // what the library's functions have made
	holdsMemory  bool     // a run that ends loses memory of the heap
	objects      []object // that calls before this one took or returned, and that are still there
	taken        []object // that this call takes
	held         *held    // what the program does with what objects and variables hold; nil: they stay empty
	long         int64    // how long texts are that are not short; 0: all are short
	hasLong      bool     // there is a choice of whether texts are long
	hasLists     bool     // there is a choice of how many nodes lists have
	inList       bool     // the object that is made is the last of a list
}

// object is an argument that leads to an object of the library.
type object struct {
	arg     string
	typ     *tree.Type
	typedef string
}

// handle is a variable with a pointer to what a function of the library has made.
type handle struct {
	name    string
	typ     *tree.Type
	typedef string
	// givenAs is the argument by which it was given away, null where it was not after all; "": it
	// stays with main.
	givenAs string
	ended   bool // a function has destroyed it
}

func (w *writer) line(format string, args ...any) {
	w.body = append(w.body, fmt.Sprintf(format, args...))
}

// leaveOut leaves out the runs in which a condition holds. One that ended there would have lost the memory that was
// made before.
func (w *writer) leaveOut(condition string) {
	w.either(condition, "!("+condition+")")
}

// leaveOutNull leaves out the runs in which a pointer is null.
func (w *writer) leaveOutNull(pointer string) { w.either("!"+pointer, pointer+" != 0") }

// either ends runs with one condition, or leaves out those without its opposite.
func (w *writer) either(condition, opposite string) {
	if w.holdsMemory {
		w.demand(opposite)
		return
	}
	w.line("if (%s)", condition)
	w.line("  return 0;")
}

// demand leaves out the runs in which a condition does not hold.
func (w *writer) demand(condition string) {
	w.declare("extern void __VERIFIER_assume(int);")
	w.line("__VERIFIER_assume(%s);", condition)
}

// indented writes what lies inside of the line before.
func (w *writer) indented(write func()) {
	from := len(w.body)
	write()
	for i := range w.body[from:] {
		w.body[from+i] = "  " + w.body[from+i]
	}
}

// assume says what main takes for granted of the callers that it stands for.
func (w *writer) assume(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(w.assumed, text) {
		w.assumed = append(w.assumed, text)
	}
}

// call is a call of a function with arguments that the lines before it make.
func (w *writer) call(f *tree.FunctionDef, depth int) (string, error) {
	return w.callWith(f, depth, func(*tree.Object) string { return "" })
}

// callWith is as call, with the arguments that given has.
func (w *writer) callWith(f *tree.FunctionDef, depth int, given func(p *tree.Object) string) (string, error) {
	format := formatOf(f)
	if hasList(f) && (format == nil || !f.Type.Variadic && w.spelled(f.Type.Result) == "") {
		return "", fmt.Errorf("%s takes a list of arguments", f.Name)
	}
	counts := w.counts(f)
	sizes, err := w.sizes(f, counts)
	if err != nil {
		return "", err
	}
	made := w.followRows(f, counts, sizes)
	numbers := w.numbers(f, counts)
	w.sizeNumbers(f, sizes, numbers)
	var atCalls map[int][]*big.Int
	if depth == 0 {
		atCalls = w.valuesAtCalls(f)
	}
	args := make([]string, len(f.Params))
	for i, p := range f.Params {
		if args[i] = given(p); args[i] != "" {
			continue
		}
		if n := numbers[i]; n != nil {
			args[i] = n.argument
			continue
		}
		if values := atCalls[i]; len(values) > 0 && (p.Type.Kind == tree.Pointer || w.spelled(plain(p.Type)) != "") {
			what := ""
			args[i], what = w.oneAtCalls(p, values)
			w.assume("%s of %s() is %s", p.Name, f.Name, what)
			continue
		}
		if isList(p.Type, p.Typedef) {
			return w.withoutList(f) + "(" + strings.Join(args[:i], ", ") + ")", nil
		}
		handles := len(w.handles)
		arg, what := "", ""
		if c, counted := counts[i]; counted {
			arg, what, err = w.array(p, f, c, numbers, depth)
		} else if s := sizes[i]; s != nil {
			arg, what, err = w.sized(p, f, s, numbers)
		} else {
			arg, what, err = w.argument(p, f, depth)
		}
		if err != nil {
			return "", err
		}
		args[i] = w.orNull(p, f, i, arg)
		if p.Type.Kind == tree.Pointer && args[i] == arg && arg != "0" {
			what += ", and not null"
		}
		if what != "" {
			w.assume("%s of %s() is %s", p.Name, f.Name, what)
		}
		if w.consumes(f, i, 0) {
			for h := range w.handles {
				if h >= handles || depth == 0 && w.handles[h].name == arg {
					w.handles[h].givenAs = args[i]
				}
			}
		}
	}
	w.keepContract(f, args, made)
	return f.Name + "(" + strings.Join(args, ", ") + ")", nil
}

// orNull is an argument, or null where the function takes that too.
func (w *writer) orNull(p *tree.Object, f *tree.FunctionDef, i int, arg string) string {
	switch {
	case p.Type.Kind != tree.Pointer || arg == "0" || f.NonNull.Has(i+1) || f.RequiresNonNull(i) || demandsRow(f, i) || p.Type.Least > 0 || !w.takesNull(f, i, 0):
		return arg
	case p.Type.Elem.Kind == tree.Function:
		return w.any(intType) + " ? " + arg + " : 0"
	case w.spelled(p.Type) == "":
		return arg
	}
	v := w.variable(p.Name)
	w.line("%s = %s ? %s : 0;", w.declared(plain(p.Type), v), w.any(intType), arg)
	return v
}

var intType = &tree.Type{Kind: tree.Integer, Name: "int", Size: 4, Signed: true}

// assumeOrder says how often, and in which order, the functions are called.
func (w *writer) assumeOrder(names []string) {
	if len(names) == 1 {
		w.assume("%s() is called once, before it only what makes its arguments, of which no two share an object, nor one with a variable of the program", names[0])
		return
	}
	w.assume("%s() are called one after the other, before each only what makes its arguments, of which no two share an object, nor one with a variable of the program; "+
		"a later one takes the object that one before it took or returned", strings.Join(names, "(), "))
}

// finish writes the last call and hands what was made to what destroys it.
func (w *writer) finish(f *tree.FunctionDef, call string) {
	w.endDestroyed(f)
	if destroy := w.destructor(f.Type.Result, f.ResultTypedef); destroy != nil && !destroysLike(f, f.Type.Result, f.ResultTypedef) && w.givesAway(f) {
		v := w.variable("result")
		w.line("%s = %s;", w.declared(f.Type.Result, v), call)
		w.line("if (%s)", v)
		w.line("  %s(%s);", destroy.Name, v)
		w.endConsumed(f)
	} else {
		w.line("%s;", call)
	}
	w.cleanUp("")
}

// goOn writes a call behind which others come. They take the objects that it took, and what it returned.
func (w *writer) goOn(f *tree.FunctionDef, call string) {
	w.endDestroyed(f)
	result := f.Type.Result
	switch test := failure(f); {
	case w.destructor(result, f.ResultTypedef) != nil && !destroysLike(f, result, f.ResultTypedef) && w.givesAway(f):
		v := w.variable("result")
		w.line("%s = %s;", w.declared(result, v), call)
		w.endConsumed(f)
		w.endIf("!" + v)
		w.handles = append(w.handles, handle{name: v, typ: result, typedef: f.ResultTypedef})
		w.taken = append(w.taken, object{v, result, f.ResultTypedef})
	case test != "" && strings.Contains(strings.ToLower(f.Name), "init"):
		w.endIf(call + " " + test)
	default:
		w.line("%s;", call)
	}
	w.objects = append(w.taken, w.objects...)
	w.taken = nil
	w.objects = slices.DeleteFunc(w.objects, func(o object) bool {
		isGone := func(h handle) bool { return h.name == o.arg && (h.ended || h.givenAs != "") }
		return destroysLike(f, o.typ, o.typedef) || slices.ContainsFunc(w.handles, isGone)
	})
}

// endIf ends the run where the call before has failed.
func (w *writer) endIf(condition string) {
	at := len(w.body)
	if w.cleanUp("  "); len(w.body) == at {
		w.line("if (%s)", condition)
		w.line("  return 0;")
		return
	}
	w.body = slices.Insert(w.body, at, fmt.Sprintf("if (%s) {", condition))
	w.line("  return 0;")
	w.line("}")
}

// destroysLike says that a function destroys objects of the type.
func destroysLike(f *tree.FunctionDef, t *tree.Type, typedef string) bool {
	return isDestructor(f) && objectName(f.Params[0].Type, f.Params[0].Typedef) == objectName(t, typedef)
}

// endDestroyed notes that a call destroys the objects that it takes.
func (w *writer) endDestroyed(f *tree.FunctionDef) {
	for i := range w.handles {
		h := &w.handles[i]
		h.ended = h.ended || destroysLike(f, h.typ, h.typedef)
	}
}

// endConsumed notes that what a call returned has come in the place of what it took.
func (w *writer) endConsumed(f *tree.FunctionDef) {
	name := objectName(f.Type.Result, f.ResultTypedef)
	for i := range w.handles {
		h := &w.handles[i]
		h.ended = h.ended || w.isConsumer(f) && objectName(h.typ, h.typedef) == name
	}
}

// cleanUp hands what was made and is still there to what destroys it.
func (w *writer) cleanUp(indent string) {
	for _, h := range slices.Backward(w.handles) {
		destroy := w.destructor(h.typ, h.typedef)
		if destroy == nil || h.ended || h.givenAs == h.name {
			continue
		}
		if h.givenAs != "" {
			w.line("%sif (!%s)", indent, h.givenAs)
			w.line("%s  %s(%s);", indent, destroy.Name, h.name)
			continue
		}
		w.line("%s%s(%s);", indent, destroy.Name, h.name)
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

// argument makes an argument. what says what it leads to, where that is not anything at all.
func (w *writer) argument(p *tree.Object, f *tree.FunctionDef, depth int) (arg, what string, err error) {
	t := p.Type
	switch {
	case len(t.Enumerators) > 0 && w.spelled(plain(t)) != "":
		arg, what = w.enumerator(p)
		return arg, what, nil
	case t.Kind == tree.Integer || t.Kind == tree.Bool || t.Kind == tree.Float || t.Kind == tree.LongDouble:
		return w.any(t), "", nil
	case t.Kind != tree.Pointer:
		v := w.variable(p.Name)
		if w.spelled(t) == "" {
			return "", "", fmt.Errorf("%s has a parameter %s of a type that has no name", f.Name, p.Name)
		}
		w.line("static %s;", w.declared(t, v))
		return v, "all zeros", nil
	case w.isStream(t):
		what = w.stream(f, slices.Index(f.Params, p))
		return what, what, nil
	case isRecord(t.Elem), w.maker(t, p.Typedef, f, p.Name) != nil:
		return w.object(p.Name, t, p.Typedef, f, w.storageOf(p, f), depth)
	case isText(t):
		return w.text(p, f)
	case t.Elem.Kind == tree.Void:
		if record := w.recordOf(f, slices.Index(f.Params, p)); record != nil {
			return w.object(p.Name, &tree.Type{Kind: tree.Pointer, Elem: record}, "", f, w.storageOf(p, f), depth)
		}
		return w.bytes(p, f), fmt.Sprintf("a pointer to %d bytes", w.length), nil
	case t.Elem.Kind == tree.Function:
		return w.callback(p)
	case w.spelled(t.Elem) == "" || w.storageOf(p, f) == heap:
		return "", "", fmt.Errorf("nothing makes what the parameter %s of %s leads to", p.Name, f.Name)
	}
	if t.Elem.Kind == tree.Pointer {
		v := w.variable(p.Name)
		w.line("%s = 0;", w.declared(plain(t.Elem), v))
		return "&" + v, "the address of a null pointer", nil
	}
	arg, what = w.numbersRoom(p, f)
	return arg, what, nil
}

// any is any value of a scalar type.
func (w *writer) any(t *tree.Type) string {
	spelled := w.spelled(plain(t))
	name := "__VERIFIER_nondet_" + strings.Join(strings.Fields(spelled), "_")
	if !w.nondets[name] {
		w.nondets[name] = true
		w.declarations = append(w.declarations, fmt.Sprintf("extern %s %s(void);", spelled, name))
	}
	return name + "()"
}
