// Package lower turns a typed C program (tree.Unit) into an ir.Program: control flow becomes blocks,
// expressions become terms evaluated from left to right, objects become registers or memory.
//
// An object lives in registers, one for each scalar in it, when its address is not taken, no part of it
// is indexed by a value that is not constant, it is not volatile, and it holds no union; every other
// object lives in memory and is reached by Load and Store. Only functions and objects that the entry can
// reach are lowered. A construct that is not modelled ends its path in an Unsupported terminator, so it
// matters only where a run reaches it.
//
// Invariant: ir.Check accepts the program, and each input of the C program (nondeterministic call, missing body,
// uninitialised object, unspecified result) is one Havoc.
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
	// OrdinaryVolatile: volatile objects change only by what the program writes. Otherwise what is read of one is an input.
	OrdinaryVolatile bool
	Checks           property.Checks
	Undefined        Undefined
	AllFunctions     bool // lower every function with a body and every object, not only what the entry reaches
	NullReadable     bool // an access through null reads or writes address 0 instead of ending the run
	Files            []string
	// TypedCalls: a call through a pointer is assumed to call a function of the program of the pointer's type.
	TypedCalls bool
	// RuleOnly: the violation of the unit's rule is the only error; calls of error functions and failing
	// assertions end the run.
	RuleOnly bool
	// Open: the program is a part of one. Static objects start with any contents, pointers from outside are
	// null or the start of an object there (open.go), and where a pointer is found to be null is noted.
	Open    bool
	Harness bool // the entry of an open program is a harness: static objects start as C says
	Linear  bool // integers are mathematical: see linear.go
	NonNull NonNull
	// Exposure: the program says what it shows to the outside, see exposure.go.
	Exposure bool
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

// CodeNoEntry is the diagnostic's code when the entry function is missing, CodeNoFunction when another that the options name is. CodeUnsupported marks constructs of
// the language that are not modelled, CodeUnmodelled calls of functions whose effects are known not to be modelled,
// CodeValue places where a run has a value that is not modelled: a jump to what is no label or function, bits that are
// no number. CodeBeyond marks where the models of a platform say that they end.
const (
	CodeNoEntry     source.Code = "no-entry"
	CodeNoFunction  source.Code = "no-function"
	CodeUnsupported source.Code = "unsupported"
	CodeUnmodelled  source.Code = "unmodelled"
	CodeValue       source.Code = "value"
	CodeBeyond      source.Code = "beyond-model"
)

// Program lowers what the entry of unit can reach.
func Program(unit *tree.Unit, options Options) (*ir.Program, error) {
	l := newLowerer(unit, options)
	entry, err := l.findEntry()
	l.entry = entry
	if err != nil && !options.AllFunctions {
		return nil, err
	}
	l.reach = newReach(l)
	for _, def := range append(l.atStart(), l.atEnd()...) {
		l.reach.function(def)
	}
	if entry != nil {
		l.reach.from(entry)
		l.reach.takesEntry(entry)
		l.chooseCallbacks(entry)
		l.reach.from(entry)
		l.reach.takesEntry(entry) // what was found since
		if l.registered() != nil {
			l.reach.from(l.registered())
		}
	}
	if options.AllFunctions {
		l.reach.everything(unit)
	}
	l.reach.numbers.spread()
	l.reach.looksAtNumbers = l.reach.looksAtNumbers || l.reach.exposesAddresses()
	l.reach.expose()
	if options.Linear {
		l.assume(assumption.LinearArithmetic, source.Pos{})
	}
	if unit.RoundedConstants && unit.Pointer == 4 {
		l.assume(assumption.FloatPrecision, source.Pos{})
	}
	for _, pos := range unit.Assembly {
		l.assume(assumption.AssemblyBetween, pos)
	}
	l.openBook()
	l.openExposure()
	l.openRounding()
	if !options.AllFunctions && !options.Open {
		if !l.startsAnyhow() {
			l.assumeFirstCall(entry)
		}
	}
	l.declareFunctions()
	l.declareRundown(entry)
	l.declareCallbacks(entry)
	l.noteArguments(entry)
	l.placeObjects()
	for _, def := range l.reach.functions {
		l.lowerFunction(def)
	}
	l.lowerRundown()
	l.lowerCallbacks()
	l.lowerStart(entry)
	l.finish()
	return l.program, nil
}

type lowerer struct {
	unit    *tree.Unit
	options Options
	terms   *term.Builder
	program *ir.Program
	reach   *reach
	cells   map[*tree.Type]split
	statics map[*tree.Object]*storage
	funcs   map[*tree.FunctionDef]*ir.Function
	address map[*tree.FunctionDef]*ir.Object
	// mainParams are main's first two parameters if neither they nor the pointers behind argv are ever written, else nil.
	mainParams  []*tree.Object
	names       map[string]bool                             // of globals
	errors      map[string]bool                             // names of error functions
	longLived   map[*tree.FunctionDef]map[*tree.Object]bool // see outlived
	missing     map[string]*ir.Undefined
	isNamed     map[*tree.FunctionDef]*ir.Variable // whether the address of a callback without linkage was made
	callbacks   []*tree.FunctionDef                // what functions without a body call, by callingBack; nil: nothing
	callingBack *ir.Function
	// toldClasses are those of which the outside keeps a pointer, told.
	toldClasses []*outsideClass
	told        []*ir.Variable
	lastCalls   map[string]*lastCall  // of functions with the attribute const
	kept        map[*tree.Object]bool // objects whose addresses are more than compared, see maybeChanged
	changed     map[*tree.Object]bool // see maybeChanged
	// allocators are the names of functions without a body that return fresh memory, besides those that are known.
	allocators map[string]bool
	weak       map[string]*ir.Variable // whether what is weak and not defined has a definition elsewhere
	buffers    map[string]*ir.Variable // pointers to the library's own objects, see librarykept.go
	// labelNumbers are those of the labels whose addresses are taken, from 1.
	labelNumbers map[*tree.Label]uint64
	library      map[string]*ir.Function
	inputs       int
	sites        int
	effects      map[tree.Expr]bool
	book         book
	// lifetimes is for dropKnownChecks.
	lifetimes lifetimes
	entry     *tree.FunctionDef
	// rundown is the function that runs when the program ends as it should; nil: there is none.
	rundown   *ir.Function
	running   *ir.Variable // whether destructors run; nil: there are none
	temps     map[*ir.Variable]bool
	nextFree  uint64
	handlers  map[eventKey][]*tree.Handler // found so far
	order     *ir.Variable                 // of unrelated objects of an open program, see rank; nil: none are compared
	placement placement
	rounding  *ir.Variable // the mode of arithmetic on floats; nil: it is always to nearest
	views     views        // of padding
	changes   *changes     // of volatile objects; nil: nothing has asked yet
	watched   *ir.Variable // names the object that the rule is about; nil: it is about none
	// shown and theirs say what the outside sees and has; nil: nobody asks.
	shown, theirs *ir.Variable

	mathematical mathematical

	packCopies []packCopy
	packing    map[*tree.FunctionDef]bool              // what usesPack has found
	packs      map[*tree.FunctionDef][]*tree.Object    // the further arguments of a copy
	origins    map[*tree.FunctionDef]*tree.FunctionDef // what it is a copy of
}

func newLowerer(unit *tree.Unit, options Options) *lowerer {
	if options.Terms == nil {
		options.Terms = term.NewBuilder()
	}
	if options.Entry == "" {
		options.Entry = "main"
	}
	l := &lowerer{
		unit:         unit,
		options:      options,
		terms:        options.Terms,
		program:      ir.NewProgram(options.Terms, options.Model),
		cells:        map[*tree.Type]split{},
		statics:      map[*tree.Object]*storage{},
		funcs:        map[*tree.FunctionDef]*ir.Function{},
		address:      map[*tree.FunctionDef]*ir.Object{},
		names:        map[string]bool{},
		errors:       map[string]bool{},
		longLived:    map[*tree.FunctionDef]map[*tree.Object]bool{},
		allocators:   map[string]bool{},
		missing:      map[string]*ir.Undefined{},
		isNamed:      map[*tree.FunctionDef]*ir.Variable{},
		lastCalls:    map[string]*lastCall{},
		weak:         map[string]*ir.Variable{},
		buffers:      map[string]*ir.Variable{},
		library:      map[string]*ir.Function{},
		lifetimes:    newLifetimes(),
		effects:      map[tree.Expr]bool{},
		temps:        map[*ir.Variable]bool{},
		handlers:     map[eventKey][]*tree.Handler{},
		labelNumbers: map[*tree.Label]uint64{},
		packing:      map[*tree.FunctionDef]bool{},
		packs:        map[*tree.FunctionDef][]*tree.Object{},
		views:        views{used: map[*tree.Type][]byte{}},
		origins:      map[*tree.FunctionDef]*tree.FunctionDef{},

		mathematical: mathematical{registers: map[*ir.Variable]integerType{}, views: map[*term.Term]viewOf{}},
		placement:    placement{numbers: map[*term.Term]*term.Term{}},
	}
	l.program.Language = "c"
	l.program.Open = options.Open
	l.program.Files = options.Files
	for _, name := range options.ErrorFunctions {
		l.errors[name] = true
	}
	for _, name := range options.Allocators {
		l.allocators[name] = true
	}
	return l
}

func (l *lowerer) findEntry() (*tree.FunctionDef, error) {
	var found []string
	var entries []*tree.FunctionDef
	for _, f := range l.unit.Functions {
		switch {
		case f.Body == nil:
		case f.Name == l.options.Entry:
			entries = append(entries, f)
		default:
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
		d.Notes = append(d.Notes, "name another function with --entry; found: "+list)
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

func (l *lowerer) pointerWidth() int { return l.options.Model.PointerWidth }

func (l *lowerer) granule() uint64 { return 1 << l.options.Model.GranuleBits }

// addr is a constant address.
func (l *lowerer) addr(a uint64) *term.Term { return l.terms.BVConst(l.pointerWidth(), a) }

// reserve returns the address of the next static object of size bytes.
func (l *lowerer) reserve(size int64) uint64 {
	if l.nextFree == 0 {
		l.nextFree = l.granule()
	}
	a := l.nextFree
	l.nextFree += (uint64(size) + l.granule()) / l.granule() * l.granule()
	return a
}

// placeObjects gives every function whose address is taken and every static object its address, or its
// registers.
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

// isConstant reports whether an object of type t must not be written: it, or its elements, are const.
func isConstant(t *tree.Type) bool {
	for ; t.Kind == tree.Array && !t.Const; t = t.Elem {
	}
	return t.Const
}

func (l *lowerer) globalRegisters(o *tree.Object) *storage {
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
func (l *lowerer) globalName(o *tree.Object) string {
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

func (l *lowerer) newInput(kind ir.InputKind, name, typ string, pos source.Pos) *ir.Input {
	l.inputs++
	return &ir.Input{ID: l.inputs, Kind: kind, Name: name, Type: typ, Pos: pos}
}

// assume records that the program relies on something at a place; the zero place is any.
func (l *lowerer) assume(kind *assumption.Kind, at source.Pos) { l.assumeOf(kind, "", at) }

// assumeOf is assume of something about a function or an object.
func (l *lowerer) assumeOf(kind *assumption.Kind, of string, at source.Pos) {
	l.program.Assumptions.Add(kind, of, at)
}

// counter returns the allocation counter, made when the first allocation is lowered.
func (l *lowerer) counter() *ir.Variable {
	if l.program.AllocCounter == nil {
		l.names["next address"] = true
		l.program.AllocCounter = l.program.NewGlobal("next address", l.terms.BV(l.pointerWidth()))
	}
	return l.program.AllocCounter
}

func (l *lowerer) finish() {
	l.program.FirstFree = l.reserve(0)
	l.chooseWeak()
	l.startCalls()
	l.startTold()
	l.describeTypes()
	l.dropKnownChecks()
	l.closeBook()
	l.closeRounding()
	l.closePlaces()
	l.closeKept()
	l.setCounter()
	l.chooseWatched()
	for _, name := range l.unit.Macros {
		l.assumeOf(assumption.MacroNoEvent, name, source.Pos{})
	}
	for _, f := range l.program.Functions {
		if len(f.Blocks) > 0 {
			l.setEverything(f)
		}
	}
	l.program.Number()
}

// setCounter makes the first thing that a run does to say where the addresses of fresh objects start.
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
