package concrete

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// mostLines bounds the lines of a run that are kept before rounds of loops are folded: the last ones.
const mostLines = 20_000

// mostArguments bounds the arguments of a call that a trace shows.
const mostArguments = 6

// tracer tells a run in words of the source: branches taken, calls, inputs, and of a told program what its
// notes say.
type tracer struct {
	program *ir.Program
	source  *replay
	slicer  *slicer // nil: everything is told
	left    int     // lines that were left out since the end does not depend on them
	lines   []line
	taken   int // inputs that were told
	objects map[uint64]*object
	size    uint64 // of the object that begins next, or of the access
	start   uint64
	details []string
}

// object has what notes say of an object.
type object struct {
	address, size uint64
	how           string // declared, allocated
	name          string // in the source; "": it has none
	unit          int64  // of an array: the size of an element; else 0
	begun, ended  occasion
}

// occasion is a place in a function.
type occasion struct {
	pos      source.Pos
	function string
}

func (o occasion) String() string {
	if strings.HasPrefix(o.function, "@") { // before the entry: no function of the program did it
		return fmt.Sprintf("at %s", place(o.pos))
	}
	return fmt.Sprintf("at %s by `%s`", place(o.pos), o.function)
}

// place is a position without its column.
func place(p source.Pos) source.Pos { return source.Pos{File: p.File, Line: p.Line} }

func newTracer(p *ir.Program, source *replay) *tracer {
	return &tracer{program: p, source: source, objects: map[uint64]*object{}}
}

// trace is the lines that were told, folded, as many of the last ones as are wanted.
func (t *tracer) trace(most int) []verdict.Step {
	if most == 0 {
		return nil
	}
	lines := t.lines
	if t.slicer != nil {
		slice := t.slicer.slice()
		lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return !slice.has(&l) })
		t.left = len(t.lines) - len(lines)
	}
	steps := unfolded(fold(lines))
	return steps[max(0, len(steps)-most):]
}

// about has the details of the check that fails.
func (t *tracer) about() string { return strings.Join(t.details, " ") }

// add keeps a line; what has no place in the user's files is not told.
func (t *tracer) add(m *Machine, l line) {
	if strings.HasPrefix(l.Pos.File, "<") {
		return
	}
	l.Depth = len(m.Frames) - 1
	t.lines = append(t.lines, l)
	if len(t.lines) > 2*mostLines {
		t.lines = slices.Clone(t.lines[len(t.lines)-mostLines:])
	}
}

// block tells what the instructions of a block did: inputs that were taken, and notes.
func (t *tracer) block(m *Machine, from *ir.Block) {
	ruling := 0
	if t.slicer != nil {
		ruling = t.slicer.ruling(from)
	}
	for _, i := range from.Instructions {
		step := 0
		if t.slicer != nil {
			step = t.slicer.execute(m, i, ruling)
		}
		switch i := i.(type) {
		case *ir.Havoc:
			t.input(m, from, step)
		case *ir.Assign:
			if i.Dst.Note != nil {
				t.note(m, from, i)
			}
		}
	}
	for t.taken < t.source.next { // choices of gotos
		t.input(m, from, 0)
	}
}

// input tells the next input, whose step is given.
func (t *tracer) input(m *Machine, from *ir.Block, step int) {
	if t.taken >= t.source.next {
		return
	}
	given := t.source.test.Inputs[t.taken]
	t.taken++
	in := given.Input
	if in.Kind == ir.Choice {
		return
	}
	name, value := t.inputWords(in, given.Value)
	if n := len(t.lines); name != "" && in.Kind == ir.AllocationChoice && n > 0 && t.lines[n-1].name == name && t.lines[n-1].Pos == in.Pos {
		t.lines = t.lines[:n-1] // of several choices at a call none says alone what it returns; what takes the result does
		return
	}
	if n := len(t.lines); name != "" && in.Kind == ir.PointerChoice && n > 0 && t.lines[n-1].Pos == in.Pos && t.lines[n-1].name == ir.OutsideTold(in.Name)+" = " {
		t.lines = t.lines[:n-1] // what it would be if it led to none of the program's
	}
	if name != "" {
		name = ir.OutsideTold(name)
		t.add(m, line{Step: verdict.Step{Function: from.Function.Told(), Pos: in.Pos}, name: name, value: value, step: step})
	}
}

// inputWords says what an input is and its value; "": nothing that the source speaks of.
func (t *tracer) inputWords(in *ir.Input, v term.Value) (name, value string) {
	if t.program.Language != "c" {
		return "input " + in.Name + " = ", t.program.Words(in.Type, v)
	}
	words := t.program.Words(in.Type, v)
	function, written, isOutside := strings.Cut(in.Name, "():")
	switch {
	case isOutside && in.Kind == ir.MemoryWrite && v.Kind() != term.KindArray:
		return outsideWrite(function, written, func(typeName string) string { return t.program.Words(typeName, v) })
	case v.Kind() == term.KindArray, in.Kind == ir.AddressBytes, in.Kind == ir.LinkChoice, strings.Contains(in.Name, ":"):
		return "", ""
	case in.Kind == ir.AllocationChoice && in.Type == "_Bool":
		return in.Name + "() ", map[bool]string{true: "fails", false: "succeeds"}[v.Bool()]
	case in.Kind == ir.AllocationChoice:
		if _, ok := ir.VariableOf(in.Name); ok {
			return in.Name + " returns ", pointerInput(v.Bool())
		}
		if t.isCall(in) {
			return in.Name + "() returns ", pointerInput(v.Bool())
		}
		return in.Name + " = ", pointerInput(v.Bool())
	case in.Kind == ir.OutsidePointer && strings.HasPrefix(in.Type, "function ") && !v.IsZero():
		return in.Name + " = ", "a pointer to a function"
	case in.Kind == ir.OutsidePointer:
		return in.Name + " = ", pointerInput(v.IsZero())
	case in.Kind == ir.PointerChoice:
		if v.IsZero() {
			return "", ""
		}
		return in.Name + " leads to an object that the program shares, number ", v.Big().String()
	case in.Kind == ir.CallBack:
		return callBack(in, v)
	case in.Kind == ir.NondetCall, in.Kind == ir.UndefinedCall:
		return in.Name + "() returns ", words
	case in.Type == ir.OwnerChoice:
		return "the library's object of " + in.Name + "() is for the program: ", map[bool]string{true: "no", false: "yes"}[v.Bool()]
	case in.Type == ir.SameChoice:
		return in.Name + "() returns what it returned before: ", map[bool]string{true: "yes", false: "no"}[v.Bool()]
	case in.Kind == ir.MemoryWrite && in.Type != "":
		return in.Name + " writes ", words
	case in.Kind == ir.UninitializedRead:
		return in.Name + " holds, uninitialized, ", words
	case in.Kind == ir.EntryParameter, in.Kind == ir.EarlierState:
		return in.Name + " = ", words
	case in.Kind == ir.VolatileRead, in.Kind == ir.OwnVolatileRead:
		return in.Name + " reads as ", words
	case in.Kind == ir.Unspecified && in.Name == ir.OrderOfEvaluation:
		return "C leaves the order of evaluation open, here: ", map[bool]string{true: "from right to left", false: "from left to right"}[v.Bool()]
	case in.Kind == ir.Unspecified && in.Type == "_Bool":
		return "C leaves open: " + in.Name + ": ", map[bool]string{true: "yes", false: "no"}[v.Bool()]
	case in.Kind == ir.Unspecified && in.Type != "":
		return "C leaves open: " + in.Name + " gives ", words
	}
	return "", ""
}

// outsideWrite says what a function without a body writes to something of the scalar type, with the way to it from the
// start of what the function is given behind it, that written names.
func outsideWrite(function, written string, words func(typeName string) string) (name, value string) {
	typeName, path := written, ""
	if i := strings.IndexAny(written, ".["); i >= 0 {
		typeName, path = written[:i], strings.TrimPrefix(written[i:], ".")+" = "
	}
	return function + "() writes " + path, words(typeName)
}

// isCall says that an input called by a plain name is the result of a function: no object has that name.
func (t *tracer) isCall(in *ir.Input) bool {
	entry := t.program.Entry
	for _, f := range t.program.Functions { // the entry may be called by what was made for it
		if slices.ContainsFunc(f.Params, func(v *ir.Variable) bool { return v.Source == in.Name }) && f.Pos == in.Pos {
			return false
		}
	}
	isNamed := func(v *ir.Variable) bool { return v.Source == in.Name }
	isObject := func(o *ir.Object) bool { return o.Name == in.Name && o.Kind != ir.FunctionObject }
	return !strings.ContainsAny(in.Name, ".[->*") && !slices.ContainsFunc(entry.Params, isNamed) &&
		!slices.ContainsFunc(t.program.Globals, isNamed) && !slices.ContainsFunc(t.program.Objects, isObject)
}

func pointerInput(isNull bool) string {
	if isNull {
		return "NULL"
	}
	return "a pointer to an object"
}

// callBack says which function the outside calls.
func callBack(in *ir.Input, v term.Value) (name, value string) {
	names := strings.Split(in.Type, ",")
	if n := v.Big(); n.IsInt64() && n.Int64() >= 1 && n.Int64() <= int64(len(names)) {
		return "a function without a body calls ", names[n.Int64()-1]
	}
	return "", ""
}

// note tells what a note of a told program says.
func (t *tracer) note(m *Machine, from *ir.Block, i *ir.Assign) {
	v, ok := m.Lookup(i.Dst.Sym)
	if !ok {
		return
	}
	n, here := i.Dst.Note, occasion{i.Pos, m.Frames[len(m.Frames)-1].Function.SourceName()}
	switch n.Kind {
	case ir.NoteValue:
		l := line{Step: verdict.Step{Function: from.Function.Told(), Pos: i.Pos}, name: n.Text + " = ", value: t.words(n.Type, v)}
		if t.slicer != nil {
			l.visit = t.slicer.visit(i.Pos)
		}
		t.add(m, l)
	case ir.NoteDetail:
		t.details = append(t.details, n.Sentence(t.program.Words(n.Type, v)))
	case ir.NoteIndex:
		t.index(n, v)
	case ir.NoteSize:
		t.size = v.Big().Uint64()
	case ir.NoteStart:
		t.start = v.Big().Uint64()
	case ir.NoteObject:
		t.object(n, v.Big().Uint64())
	case ir.NoteBegins:
		at := v.Big().Uint64()
		t.objects[t.granule(at)] = &object{address: at, size: t.size, how: n.Text, name: n.Type, unit: n.Unit, begun: here}
	case ir.NoteEnds:
		if o := t.objects[t.granule(v.Big().Uint64())]; o != nil && !o.ended.pos.IsValid() {
			o.ended = here
		}
	}
}

func (t *tracer) granule(address uint64) uint64 { return address >> t.program.Model.GranuleBits }

// index tells an index that is none of its array.
func (t *tracer) index(n *ir.Note, v term.Value) {
	index := v.BigSigned().Int64() / n.Unit
	if fmt.Sprint(index) != n.Type && index >= 0 && len(t.details) > 0 {
		return
	}
	var elements int64
	if _, err := fmt.Sscan(n.Type, &elements); err == nil && index >= 0 && index < elements {
		return
	}
	t.details = append(t.details[:0], n.Sentence(fmt.Sprint(index)))
}

// object tells which bytes of which object an access is to.
func (t *tracer) object(n *ir.Note, pointer uint64) {
	switch o := t.objects[t.granule(pointer)]; {
	case pointer == 0 && n.Text != "":
		t.details = []string{"`" + n.Text + "` is NULL"}
	case pointer == 0:
	case o != nil:
		name := fmt.Sprintf("an object of %d bytes", o.size)
		switch {
		case o.isOfLibrary() && o.name == "":
			name = "an object of the C library"
		case strings.HasPrefix(o.name, ir.CompoundLiteral):
			name = fmt.Sprintf("a compound literal of %d bytes", o.size)
		case o.name != "":
			name = fmt.Sprintf("`%s` of %d bytes", o.name, o.size)
		}
		t.details = append(t.details, t.bytesOf(o.address, name)+history(o))
	default:
		if o := t.program.ObjectNear(pointer); o != nil {
			name := t.program.Words("void *", term.BVValue(t.program.Model.PointerWidth, o.Address)) + fmt.Sprintf(" of %d bytes", o.Size)
			if o.Pos.IsValid() {
				name += fmt.Sprintf(", declared at %s", place(o.Pos))
			}
			t.details = append(t.details, t.bytesOf(o.Address, name))
		} else if n.Text != "" && len(t.details) == 0 {
			if o := t.program.ObjectBefore(pointer); o != nil {
				object := t.program.Words("void *", term.BVValue(t.program.Model.PointerWidth, o.Address))
				t.details = []string{fmt.Sprintf("`%s` is %d bytes behind the end of `%s`, which has %d bytes", n.Text, pointer-o.Address-o.Size, object, o.Size)}
				return
			}
			t.details = []string{"`" + n.Text + "` leads to no object"}
		}
	}
}

// bytesOf says which bytes of an object an access is to; a call of free is no access.
func (t *tracer) bytesOf(address uint64, name string) string {
	if t.start == 0 {
		return name
	}
	bytes := "bytes"
	if t.size == 1 {
		bytes = "byte"
	}
	return fmt.Sprintf("%d %s at offset %d of %s", t.size, bytes, int64(t.start-address), name)
}

// words are a value's, for a pointer into an object that the run has made with the place where it did.
func (t *tracer) words(typ string, v term.Value) string {
	if v.Kind() != term.KindBV || !ir.IsPointer(typ) || t.program.Model == nil {
		return t.program.Words(typ, v)
	}
	at := v.Big().Uint64()
	o := t.objects[t.granule(at)]
	if o == nil {
		return t.program.Words(typ, v)
	}
	if o.name != "" {
		return ir.PointerInto(o.name, int64(at-o.address), o.unit)
	}
	text := fmt.Sprintf("a pointer to %d bytes %s at %s", o.size, o.how, place(o.begun.pos))
	if strings.HasPrefix(o.begun.pos.File, "<") {
		text = "a pointer to an object of the C library"
	}
	if at != o.address {
		text += fmt.Sprintf(", %+d", int64(at-o.address))
	}
	return text
}

// isOfLibrary says that an object was made in a model of the library, and is none that the program is given to free.
func (o *object) isOfLibrary() bool {
	return o.how == "declared" && strings.HasPrefix(o.begun.pos.File, "<")
}

// history says where an object began and ended, in lines of the program.
func history(o *object) string {
	text := ""
	if !o.isOfLibrary() {
		text = fmt.Sprintf(", %s %s", o.how, o.begun)
	}
	if o.ended.pos.IsValid() {
		text += fmt.Sprintf(", %s %s", map[bool]string{true: "freed", false: "gone"}[o.how == "allocated"], o.ended)
	}
	return text
}

// Step implements Observer.
func (t *tracer) Step(m *Machine, from *ir.Block, target int) {
	t.block(m, from)
	g := from.Terminator.(*ir.Goto)
	step := 0
	if t.slicer != nil {
		step = t.slicer.branch(m, from, g, target)
	}
	if len(g.Targets) < 2 || slices.ContainsFunc(g.Targets, failsCheck) {
		return
	}
	if text := branchWords(m.Program, g, target); text != "" {
		t.add(m, line{Step: verdict.Step{Function: from.Function.Told(), Pos: g.Pos, Text: text}, step: step})
	}
}

// watchedWord begins a condition that a rule has in front of what it does at events of one object.
const watchedWord = "watched($"

func isWatched(condition string) bool {
	return strings.HasPrefix(condition, watchedWord) && strings.Index(condition, ")") == len(condition)-1
}

// branchWords says which way a branch goes; "": the source does not have it.
func branchWords(p *ir.Program, g *ir.Goto, target int) string {
	to := g.Targets[target]
	switch {
	case strings.HasPrefix(g.Branch, ir.SwitchText+" "):
		return fmt.Sprintf("%s goes to line %d", g.Branch, to.Block.Pos.Line)
	case isWatched(g.Branch) && len(g.Targets) == 2:
		argument := strings.TrimSuffix(strings.TrimPrefix(g.Branch, "watched("), ")")
		return argument + map[bool]string{true: " is", false: " is not"}[target == 0] + " the watched object"
	case g.Branch != "" && len(g.Targets) == 2:
		return fmt.Sprintf("(%s) is %v", g.Branch, target == 0)
	case g.Branch != "":
		return g.Branch
	case p.Language == "c":
		return ""
	case to.Block.Pos.IsValid() && p.Language == "boogie":
		return fmt.Sprintf("goes to line %d", to.Block.Pos.Line)
	}
	return to.Guard.String()
}

// failsCheck reports whether a branch is one of a built-in check: no line of the source says it, and where it
// fails the end of the trace does.
func failsCheck(target ir.Target) bool { return onlyFails(target.Block, 8) }

// onlyFails looks at up to depth blocks that a check tells its ways to fail apart in.
func onlyFails(b *ir.Block, depth int) bool {
	switch t := b.Terminator.(type) {
	case *ir.Error:
		return t.Property != ""
	case *ir.Goto:
		return depth > 0 && !slices.ContainsFunc(b.Instructions, isNoNote) && len(t.Targets) == 2 &&
			onlyFails(t.Targets[0].Block, 0) && onlyFails(t.Targets[1].Block, depth-1)
	case *ir.Unsupported:
		return depth < 8
	}
	return false
}

func isNoNote(i ir.Instruction) bool {
	a, ok := i.(*ir.Assign)
	return !ok || a.Dst.Note == nil
}

// Enter implements Observer.
func (t *tracer) Enter(m *Machine, call *ir.Block) {
	callee := call.Call().Callee
	step := 0
	if t.slicer != nil {
		step = t.slicer.enter(m, call)
	}
	if strings.Contains(callee.Name, "@") { // of our own making
		return
	}
	name := callee.Told()
	t.add(m, line{Step: verdict.Step{Function: call.Function.Told(), Pos: call.Call().Pos, Text: "call " + name}, value: t.arguments(m, call), step: step})
}

// arguments are those of the call that was entered.
func (t *tracer) arguments(m *Machine, call *ir.Block) string {
	callee := call.Call().Callee
	if t.program.Language != "c" || len(callee.Params) == 0 {
		return ""
	}
	var texts []string
	for i, p := range callee.Params {
		if i == mostArguments {
			texts = append(texts, "...")
			break
		}
		v := m.Frame().Locals[i]
		if i == 1 && strings.HasPrefix(call.Function.Name, "@") && callee.SourceName() == "main" && v.Kind() == term.KindBV && v.IsZero() {
			continue // nothing reads argv, so that it was given no value
		}
		if p.Source != "" && v.Kind() != term.KindArray {
			texts = append(texts, p.Source+" = "+t.words(p.Type, v))
		}
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// Exit implements Observer.
func (t *tracer) Exit(m *Machine, from *ir.Block) {
	t.block(m, from)
	if _, isReturn := from.Terminator.(*ir.Return); t.slicer != nil && !isReturn {
		t.slicer.end(m, from)
	}
}

// Leave implements Observer.
func (t *tracer) Leave(_ *Machine, call *ir.Block) {
	if t.slicer != nil {
		t.slicer.leave(call)
	}
}
