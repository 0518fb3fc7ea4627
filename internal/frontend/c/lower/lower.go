package lower

import (
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Options are the choices that lowering depends on. The zero value of a choice is its default.
type Options struct {
	Terms          *term.Builder
	Model          *ir.DataModel
	Entry          string   // default main
	ErrorFunctions []string // in addition to the usual ones
	ErrorLabel     string
	InitialState   bool     // an entry other than main finds static objects as they are initialised
	Allocators     []string // functions without a body that return fresh memory, in addition to those known by name
	MallocMayFail  bool
	// PrintingMayFail: functions that print to standard output or standard error may fail there.
	PrintingMayFail bool
	// OrdinaryVolatile: volatile objects change only by what the program writes. Otherwise what is
	// read of one is an input.
	OrdinaryVolatile bool
	Checks           property.Checks
	// Blocked are those of the checks whose violation is no failure: the run ends there unseen.
	Blocked property.Checks
	// Apart: errors are asked about one by one, so that a run may end unseen at any other.
	Apart        bool
	Undefined    Undefined
	AllFunctions bool // lower every function with a body and every object, not only what the entry reaches
	Files        []string
	// FewTexts: main is given no more texts than those whose contents are known.
	FewTexts bool
	// TypedCalls: a call through a pointer is assumed to call a function of the program of the
	// pointer's type.
	TypedCalls bool
	// RuleOnly: the violation of the unit's rule is the only error; calls of error functions and
	// failing assertions end the run.
	RuleOnly bool
	// Open: the program is a part of one. Static objects start with any contents, pointers from
	// outside are null or the start of an object there (open.go), and where a pointer is found to
	// be null is noted.
	Open bool
	// Counted: in an open program, the parameters of the entry that lead to as many elements as another one says.
	Counted map[*tree.Object]Count
	Harness bool // the entry of an open program is a harness: static objects start as C says
	Linear  bool // integers are mathematical: see linear.go
	NonNull NonNull
	// Exposure: the program says what it shows to the outside, see exposure.go.
	Exposure bool
	// Told: the program says what a person wants to know of a run, see told.go.
	Told bool
}

// Undefined says what a call of a function without a body does.
type Undefined uint8

// The meanings of such a call.
const (
	UndefinedNondet     Undefined = iota // returns an input, writes nothing
	UndefinedError                       // is an error
	UndefinedHavocArgs                   // returns an input, and writes inputs to what it is handed over and can name
	UndefinedHavocCalls                  // and calls functions that the outside can name
)

// CodeNoEntry is the diagnostic's code when the entry function is missing, CodeNoFunction when
// another that the options name is. CodeUnsupported marks constructs of the language that are not
// modelled, CodeUnmodelled calls of functions whose effects are known not to be modelled, CodeValue
// places where a run has a value that is not modelled: a jump to what is no label or function.
// CodePattern is of values too: bits that are no number. CodeBeyond marks where the models of a
// platform say that they end.
const (
	CodeNoEntry     source.Code = "no-entry"
	CodeNoFunction  source.Code = "no-function"
	CodeUnsupported source.Code = "unsupported"
	CodeUnmodelled  source.Code = "unmodelled"
	CodeValue       source.Code = "value"
	CodePattern     source.Code = "bit-pattern"
	CodeBeyond      source.Code = "beyond-model"
)

// Program lowers what the entry of unit can reach, in seven phases. Each needs what the ones before have
// found:
//
//  1. The entry: without one there is nothing to lower, unless all functions are asked for.
//  2. What can be reached: functions, objects, and which of these have to be in memory. It comes before
//     any IR, since where an object lives is the same in all functions.
//  3. What answers rely on, whatever the run.
//  4. The globals of checks: they are asked for by the declarations and bodies that follow.
//  5. Declarations: functions, so that bodies can be lowered in any order, then objects, of which some
//     hold the addresses of functions.
//  6. Bodies, and behind them what calls them (the start, callbacks, the end), which knows only now what
//     the bodies asked for.
//  7. What is known only of the whole program: initial values of what bodies have asked for, checks that
//     cannot fail. The numbers of instructions come last, when none is added any more.
func Program(unit *tree.Unit, options Options) (*ir.Program, error) {
	l := newLowerer(unit, options)
	var err error
	if l.entry, err = l.findEntry(); err != nil && !options.AllFunctions { // 1
		return nil, err
	}
	l.findReached()                            // 2
	l.relyOnUnit()                             // 3
	l.openChecks()                             // 4
	l.declare()                                // 5
	l.lowerFunctions()                         // 6
	if refused := l.finish(); refused != nil { // 7
		return nil, refused
	}
	return l.program, nil
}

// findReached is phase 2. Callbacks are chosen among the functions that were found, and reach more;
// what the end of the program calls is registered by functions that were found.
func (l *lowerer) findReached() {
	l.reach = newReach(&l.watching)
	for _, def := range append(l.atStart(), l.atEnd()...) {
		l.reach.function(def)
	}
	if l.entry != nil {
		l.reach.from(l.entry)
		l.reach.takesEntry(l.entry)
		l.chooseCallbacks(l.entry)
		l.reach.from(l.entry)
		l.reach.takesEntry(l.entry) // what was found since
		if l.registered() != nil {
			l.reach.from(l.registered())
		}
	}
	if l.options.AllFunctions {
		l.reach.everything(l.unit)
	}
	for l.reach.noteIndirect() {
		l.reach.follow()
	}
	l.reach.findNames()
	l.reach.numbers.spread()
	l.reach.looksAtNumbers = l.reach.looksAtNumbers || l.reach.exposesAddresses()
	l.reach.expose()
	l.findKept()
}

// relyOnUnit is phase 3.
func (l *lowerer) relyOnUnit() {
	if l.options.Linear {
		l.assume(assumption.LinearArithmetic, source.Pos{})
	}
	if l.unit.RoundedConstants && l.target.WideRegisters {
		l.assume(assumption.FloatPrecision, source.Pos{})
	}
	for _, pos := range l.unit.Assembly {
		l.assume(assumption.AssemblyBetween, pos)
	}
	for _, said := range l.unit.Assumed {
		l.assumeOf(assumption.Harness, said.Text, said.Pos)
	}
	l.relyOnOrder()
	l.findBroken()
}

// openChecks is phase 4.
func (l *lowerer) openChecks() {
	l.declareShadow()
	l.declareCounted()
	l.openExposure()
	l.openRounding()
	if !l.options.AllFunctions && !l.options.Open && !l.startsAnyhow() {
		l.assumeFirstCall(l.entry)
	}
	if !l.options.AllFunctions {
		l.assumeWeakKept(l.entry)
	}
}

// declare is phase 5.
func (l *lowerer) declare() {
	l.declareFunctions()
	l.declareTermination(l.entry)
	l.declareCallbacks(l.entry)
	l.noteArguments(l.entry)
	l.declareVariables()
	l.placeObjects()
}

// lowerFunctions is phase 6.
func (l *lowerer) lowerFunctions() {
	for _, def := range l.reach.functions {
		l.lowerFunction(def)
	}
	l.lowerTermination()
	l.lowerCallbacks()
	l.lowerStart(l.entry)
}

func (l *lowerer) findEntry() (*tree.FunctionDef, error) {
	var found []string
	var entries []*tree.FunctionDef
	for _, f := range l.unit.Functions {
		switch {
		case f.Body == nil:
		case f.Name == l.options.Entry:
			entries = append(entries, f)
		case !isOfSystem(f):
			found = append(found, f.Name)
		}
	}
	if len(entries) > 0 {
		return chooseEntry(entries)
	}
	d := &source.Diagnostic{Code: CodeNoEntry, Message: "no function " + l.options.Entry + " with a body"}
	if len(l.options.Files) > 0 {
		d.Pos.File = l.options.Files[0]
	}
	if len(found) > 0 {
		const most = 10
		list := strings.Join(found[:min(len(found), most)], ", ")
		if len(found) > most {
			list += ", ..."
		}
		d.Notes = append(d.Notes, "name another function with --entry, or ask about all that are not static with --entry all; found: "+list)
	}
	return nil, source.Diagnostics{d}
}

// chooseEntry takes the function that other files see, or the only one.
func chooseEntry(entries []*tree.FunctionDef) (*tree.FunctionDef, error) {
	for _, f := range entries {
		if f.Linkage == tree.ExternalLinkage {
			return f, nil
		}
	}
	if len(entries) == 1 {
		return entries[0], nil
	}
	d := &source.Diagnostic{Pos: entries[0].Pos, Code: CodeNoEntry, Message: "several files have a static function " + entries[0].Name}
	for _, other := range entries[1:] {
		d.Notes = append(d.Notes, "another one is at "+other.Pos.String())
	}
	return nil, source.Diagnostics{d}
}

func (l *layout) pointerWidth() int { return l.options.Model.PointerWidth }

func (l *layout) granule() uint64 { return 1 << l.options.Model.GranuleBits }

// addr is a constant address.
func (l *layout) addr(a uint64) *term.Term { return l.terms.BVConst(l.pointerWidth(), a) }

// reserve returns the address of the next static object of size bytes.
func (l *lowerer) reserve(size int64) uint64 {
	if l.nextFree == 0 {
		l.nextFree = l.granule()
		if l.target.Narrow {
			l.nextFree = narrowFirst
		}
	}
	a := l.nextFree
	l.nextFree += (uint64(size) + l.granule()) / l.granule() * l.granule()
	return a
}

// placeObjects gives every function whose address is taken and every static object its address, or
// its registers.
func (l *lowerer) placeObjects() {
	for _, def := range l.reach.addressed {
		a := l.reserve(0)
		object := &ir.Object{
			Name: def.Name, Address: a, Kind: ir.FunctionObject, ReadOnly: true,
			Function: l.funcs[def], Pos: def.Pos, Type: def.Type.Name,
		}
		l.program.Objects = append(l.program.Objects, object)
		l.address[def] = object
	}
	for _, o := range l.reach.objects {
		l.statics[o] = l.placeStatic(o)
		l.addTextFlag(o, l.statics[o])
	}
}

func (l *lowerer) placeStatic(o *tree.Object) *storage {
	if !l.reach.inMemory[o] {
		return l.globalRegisters(o)
	}
	size := max(o.Size(), 0)
	if o.String != nil {
		size = int64(len(o.String))
	}
	kind := ir.StaticObject
	if o.String != nil {
		kind = ir.StringObject
	}
	object := &ir.Object{
		Name: l.globalName(o), Address: l.reserve(size), Size: uint64(size), Kind: kind,
		Declared: o.Extern, Zero: !o.Extern && !l.isUnknown(o) && !l.leavesAnything(o), ReadOnly: isConstant(o.Type) || o.String != nil, Pos: o.Pos, Type: o.Type.Name,
	}
	l.program.Objects = append(l.program.Objects, object)
	return &storage{address: l.program.AddressOf(object), size: size, object: o}
}

// isConstant reports whether an object of type t must not be written: it, or its elements, are
// const.
func isConstant(t *tree.Type) bool {
	for ; t.Kind == tree.Array && !t.Const; t = t.Elem {
	}
	return t.Const
}

func (l *output) globalRegisters(o *tree.Object) *storage {
	cells, _ := l.cellsOf(o.Type)
	name := l.globalName(o)
	registers := make([]*ir.Variable, len(cells))
	for i, c := range cells {
		registers[i] = l.registerOf(l.program.NewGlobal(name+c.path, l.registerSort(c)), c)
		describe(registers[i], o, c)
	}
	return newStorage(cells, registers)
}

// globalName is unique among globals: statics of a function carry its name.
func (l *output) globalName(o *tree.Object) string {
	name := o.Name
	switch {
	case o.String != nil:
		name = "string"
	case o.Function != nil:
		// No member path and no local looks like this.
		name = o.Function.Name + ":" + o.Name
	case name == "memory":
		name = "memory:global" // the maps of the memory pass are called so
	case name == "":
		name = "literal"
	}
	unique := name
	for n := 2; l.names[unique]; n++ {
		unique = name + ":" + itoa(n)
	}
	l.names[unique] = true
	return unique
}

func (l *output) newInput(kind ir.InputKind, name, typ string, pos source.Pos) *ir.Input {
	l.inputs++
	return &ir.Input{ID: l.inputs, Kind: kind, Name: name, Type: typ, Pos: pos}
}

// assume records that the program relies on something at a place; the zero place is any.
func (l *output) assume(kind *assumption.Kind, at source.Pos) { l.assumeOf(kind, "", at) }

// assumeOf is assume of something about a function or an object.
func (l *output) assumeOf(kind *assumption.Kind, of string, at source.Pos) {
	l.program.Assumptions.Add(kind, of, at)
}

// counter returns the allocation counter, made when the first allocation is lowered.
func (l *output) counter() *ir.Variable {
	if l.program.AllocCounter == nil {
		l.names["next address"] = true
		l.program.AllocCounter = l.program.NewGlobal("next address", l.terms.BV(l.pointerWidth()))
	}
	return l.program.AllocCounter
}

// finish is phase 7. Initial values come behind startCalls and startTold, which still ask for
// variables.
func (l *lowerer) finish() source.Diagnostics {
	l.program.FirstFree = l.reserve(0)
	if refused := l.closeNarrow(); refused != nil {
		return refused
	}
	l.chooseWeak()
	l.startCalls()
	l.startTold()
	l.describeTypes()
	l.dropKnownChecks()
	l.startShadow()
	l.closeRounding()
	l.closePlaces()
	l.closeKept()
	l.setCounter()
	l.chooseWatched()
	l.endSilently()
	for _, name := range l.unit.Macros {
		l.assumeOf(assumption.MacroNoEvent, name, source.Pos{})
	}
	for _, f := range l.program.Functions {
		if len(f.Blocks) > 0 {
			l.setEverything(f)
		}
	}
	l.program.Number()
	return nil
}

// setCounter makes the first thing that a run does to say where the addresses of fresh objects
// start.
func (l *lowerer) setCounter() {
	if l.program.AllocCounter == nil {
		return
	}
	first := l.program.Entry.Blocks[0]
	set := &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: l.program.AllocCounter, Src: l.addr(l.program.FirstFree)}
	first.Instructions = append([]ir.Instruction{set}, first.Instructions...)
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}
