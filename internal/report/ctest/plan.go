package ctest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
	"yogi/models/libc"
)

// Setting is how the program is to be compiled and what its errors are.
type Setting struct {
	Units          []Unit
	Copies         map[string]string // read in the place of files that #include names by their paths from the root
	DataModel      string            // ILP32, LP64 or LLP64
	Foreign        *Foreign          // the system that the program is built for; nil: this machine's
	Entry          string
	ErrorFunctions []string // those named by the user
	Label          string   // the error label, or ""
	Property       string   // the sub-property that the run violates; "" is "unreach-call"
	Rule           *Rule    // whose violation is the only error; nil: none
	// Open: the program is a part of one, with pointers to objects outside and unknown globals.
	Open bool
	// OwnStreams: the program may read what it wrote, so functions of streams are the machine's.
	OwnStreams bool
	// Ending are functions of the library at a call of which the run ends, as another one than the test.
	Ending []string
	// Fresh are the objects that the run makes, in their order; the driver gives them the contents that the test says.
	Fresh []Fresh
	// Placed: the program looks at where objects lie.
	Placed bool
	// PlacesMatter: whether the test reaches the error depends on where objects lie.
	PlacesMatter bool
	// Numbers are the words in objects of the outside that look like addresses and are none.
	Numbers Numbers
	// UndefinedIsError: calling a function without a body is the error.
	UndefinedIsError bool
	// CopyOf is where the script of a test finds a file or a folder of the flags, from the script's own
	// folder; nil: where it is.
	CopyOf func(path string) string
	// TextOf is where the text of a file that is included lies, which may be a copy; nil: where the file is.
	TextOf func(path string) string
	// Headers finds the files that the program's files include; nil: none but those in the folders of the flags.
	Headers func(ctx context.Context) ([]string, error)
	// Unsandboxed runs the test where this machine has no sandbox, too.
	Unsandboxed bool
	// Approximate tells of a position's file whether it is a model of a library function that
	// allows more than the machine's does: the compiled program calls the machine's. Of one that allows less there is
	// no name, as the test has no values for it.
	Approximate func(file string) (function string, ok bool)
}

// Unit is one file of the program.
type Unit struct {
	File  string   // its path, as positions name it
	Text  string   // its text
	Flags []string // of the compiler: -I, -D, -U, -iquote, -std, ...
	Names []Name   // by which __FILE__ tells of files, where these are not those of the copy; of several that fit the last
}

// Name replaces the beginning of a name in __FILE__.
type Name struct {
	Path string // of the flags; "": of the copy of the unit's file
	Rest string // of the beginning, behind the path
	Told string // in its place
}

// told are the flags by which __FILE__ in the copy of a unit says what it does in the program.
func (u Unit) told(source string) []string {
	var out []string
	for _, n := range u.Names {
		path := n.Path
		switch i := slices.Index(u.Flags, path); {
		case path == "":
			path = source
		case i > 0 && u.Flags[i-1] == "-include" && !filepath.IsAbs(path):
			path = "./" + path
		}
		if from := path + n.Rest; from != n.Told && !strings.Contains(from+n.Told, "=") { // compilers differ about several =
			out = append(out, "-fmacro-prefix-map="+from+"="+n.Told)
		}
	}
	return out
}

// trapCall is the text that the edits insert where the error is.
const trapCall = "yogi_reached_error();"

// builtInErrors are the error functions that need no naming.
var builtInErrors = []string{
	"reach_error", "__VERIFIER_error", "__assert_fail", "__assert_perror_fail", "__assert_rtn", "__assert",
	"__seahorn_fail", "__SMACK_error",
}

// Plan makes a compiled program of a test: it writes its files (Generate), builds and runs it (BuildAndRun).
type Plan struct {
	world
	linking
	// Build is how the files are built.
	Build Build
}

// world holds what the test says of all that is not in the program, as the driver gives it; its Limits are what C
// cannot be made to do of that. The text of the driver (driverText) and the edits of the program (editing) are made of
// it; how they are built and run has no bearing on it.
type world struct {
	Setting
	entryCall
	bodiless
	effects
	names       testNames // of the files of the test
	order       Order
	locals      []*queue // the values of uninitialised locals, one queue a declaration
	externs     []*extern
	outside     outside
	contents    []*contents
	variables   []*variable // of the environment
	foreign     []*foreign
	symbols     []string              // objects of the program that the driver names
	declared    map[string]source.Pos // where static objects and functions are declared
	granuleBits int
	// Limits are the choices of the test that C cannot be made to take, in words.
	Limits []string
	// Choices are those of the Limits that the language leaves to the compiler, by place and name.
	Choices []string
	// Doubtful are the volatile objects, by place and name, that something outside of the program
	// would have to change though the program does so itself.
	Doubtful []string
	// MostNumbers is the last of Numbers that makes a difference.
	MostNumbers Numbers
	waits       bool // something outside of the program changes an object
	end         ending
	isBlind     bool   // the monitor does not know failures of the kind that the test ends in
	endsIn      string // the function of the library in whose call what goes wrong is seen; "": none
	doubts      int    // how many of the Limits are about what the monitor sees
	chosenByte  byte   // of a choice that is not zero; 0: there is none
	// Library are the functions of the C library that the test has values for. The compiled program
	// calls the real ones.
	Library []string
}

// entryCall is the call of the entry function that the driver makes.
type entryCall struct {
	entryPos   source.Pos
	parameters []string // by name, one for each argument
	arguments  []argument
	pointers   map[string]*string // expressions of pointers, by parameter
}

// bodiless are the functions without a body.
type bodiless struct {
	functions []*queue          // the values that they return
	silent    []string          // those that return nothing, or nothing that the test set
	unknown   []string          // those that only the outside has, which pointers lead to
	standard  map[string]bool   // those that a standard header declares, or glibc has
	refused   map[string]bool   // those of them whose results in the test no world gives
	constant  map[string]string // the parameters of those with the attribute const
	labels    map[string]string // what a linker calls those, and objects, that have another name for it
	callsBack map[string]bool   // those that call functions of the program
	weak      map[string]bool   // whether something defines a weak symbol that the program does not define
	own       []string          // those of the C library that the program defines; no compiler may know what they do
}

// effects are those of functions without a body, beside what they return.
type effects struct {
	writes    []*effect
	kept      []string          // numbers of pointers that they keep
	callBacks *queue            // which functions they call, nil: none
	scanned   map[string]*queue // what scanf and fscanf write
}

// linking holds the words of the linker, and those for it.
type linking struct {
	nonce    nonce           // of the test's runs; 0: it was not built yet
	compiled map[string]bool // object files that were made
	merged   bool            // definitions of one object in several files are one
	strays   []string        // what the program names and nobody defines, as the linker found
}

// queue is a list of values that one place of the program takes one after another. Those of type
// pointerType say whether the pointer is null: 1, or a fresh object: 0.
type queue struct {
	name   string // function or variable
	input  *ir.Input
	cType  string
	values []uint64
	width  int // of the values in bits, where they are integers
	// pointers are expressions of the values of pointers from outside; parameters the kinds of the
	// function's, see ir.Origins.
	pointers   []string
	parameters string
	site       int // for ByCallSite: the number of the place
}

// pointerType is the C type of pointers from outside the program.
const pointerType = "void *"

// argument is the value of a parameter of the entry function; of pointerType as in a queue.
type argument struct {
	cType   string
	value   uint64
	object  *contents // of the object behind a pointer; nil: zeros
	pointer string    // an expression of it; "": it has none
	texts   *texts    // what it leads to, as main's argv and envp do; nil: no texts
}

// extern is an object that the program declares and does not define.
type extern struct {
	name    string
	cType   string
	value   uint64
	size    uint64          // for an object without a cType: that many bytes
	bytes   map[uint64]byte // those of them that are not zero
	pointer string          // an expression of the pointer that it holds; "": it has none
}

// Order says how the driver finds the next value of a function without a body.
type Order uint8

// The orders. ByCallSite does not depend on the order in which the compiler evaluates the operands of
// one expression, and needs more edits.
const (
	ByFunction Order = iota + 1
	ByCallSite
)

// NewPlan plans the run of a test on a program.
func NewPlan(program *ir.Program, test *verdict.Test, setting Setting, order Order) *Plan {
	return &Plan{world: *newWorld(program, test, setting, order), Build: plainBuild}
}

func newWorld(program *ir.Program, test *verdict.Test, setting Setting, order Order) *world {
	p := &world{
		Setting: setting, names: namesBeside(setting.Units), order: order, entryCall: entryCall{pointers: map[string]*string{}},
		bodiless: bodiless{
			standard: map[string]bool{}, refused: map[string]bool{}, constant: map[string]string{}, callsBack: map[string]bool{},
			weak: map[string]bool{}, labels: program.Symbols,
		},
	}
	if program.Model != nil {
		p.granuleBits = program.Model.GranuleBits
	}
	for _, f := range program.Functions {
		if _, isModel := libc.IsFile(f.Pos.File); !isModel && clib.IsExported(f.Name) {
			p.own = append(p.own, f.Name)
		}
	}
	for _, u := range program.Undefined {
		p.standard[u.Name] = u.Standard || clib.IsExported(u.Name)
		p.callsBack[u.Name] = u.CallsBack
		if u.Constant {
			p.constant[u.Name] = u.Parameters
		}
	}
	if !p.reaches() {
		p.ErrorFunctions = nil // they are functions as any
	}
	s := &sorter{plan: p, functions: map[string]*queue{}, locals: map[string]*queue{}, parameters: map[string]verdict.InputValue{}}
	isEntry := func(f *ir.Function) bool { return f.SourceName() == p.Entry } // a copy, where no call kept the function
	if at := slices.IndexFunc(program.Functions, isEntry); at >= 0 {
		s.entry = program.Functions[at]
	} else {
		p.limit("no function %s in the program", p.Entry)
		return p
	}
	p.entryPos = s.entry.Pos
	p.declared = map[string]source.Pos{}
	for _, o := range program.Objects {
		if o.Kind == ir.StaticObject || o.Kind == ir.FunctionObject {
			p.declared[o.Name] = o.Pos
		}
	}
	for _, in := range test.Inputs {
		switch {
		case isAboutVariable(in.Input): // planVariables takes it
		case p.Open && s.addOpen(program, &in):
		case !p.Open && isPointerInput(in.Input):
			s.addPointer(program, in)
		default:
			s.add(in)
		}
	}
	p.noteDoubts(test.What)
	p.end = p.findEnding(test)
	p.end.isNull = property.NameOf(p.Property, test.What) == property.Null.Names()[0]
	p.end.isEnded = property.NameOf(p.Property, test.What) == property.UseAfterFree.Names()[0]
	p.end.isReturned = slices.ContainsFunc(test.Inputs, func(in verdict.InputValue) bool {
		return in.Input.Kind == ir.Unspecified && in.Input.Name == ir.ReturnedAddress
	})
	p.end.isObject = p.Property == property.Bounds.SubProperty() && !p.end.isNull && isNearObject(test.What)
	p.noteForeign()
	s.planArguments()
	s.planTexts()
	p.planVariables(program, test)
	p.planExterns(program)
	p.setLibraryApart()
	p.planSilent(program)
	if p.Open {
		p.planOutside(program, test)
	} else {
		p.planMemory(program, test)
		p.cutTexts()
	}
	p.planWeak()
	for _, name := range p.unknown {
		isKnown := slices.ContainsFunc(p.functions, func(q *queue) bool { return q.name == name })
		if !isKnown && !slices.Contains(p.silent, name) {
			p.silent = append(p.silent, name)
		}
	}
	if p.PlacesMatter {
		p.Choices = append(p.Choices, "where objects lie")
	}
	return p
}

// TellsCallsApart says that some function has values for calls at several places, so that the order of the values
// depends on that of the calls.
func (p *world) TellsCallsApart() bool {
	places := map[string]int{}
	for _, q := range p.functions {
		places[q.name]++
	}
	return slices.ContainsFunc(p.functions, func(q *queue) bool { return places[q.name] > 1 })
}

// setLibraryApart takes the functions of the C library from those that the driver defines.
func (p *world) setLibraryApart() {
	for _, q := range p.functions {
		if !p.mayGive(q) {
			p.refused[q.name] = true
		}
	}
	var own []*queue
	for _, q := range p.functions {
		if !p.isLibrary(q.name) {
			own = append(own, q)
		} else if !slices.Contains(p.Library, q.name) {
			p.Library = append(p.Library, q.name)
		}
	}
	p.functions = own
}

func (p *world) isError(name string) bool {
	for _, list := range [][]string{builtInErrors, p.ErrorFunctions} {
		for _, e := range list {
			if e == name {
				return true
			}
		}
	}
	return false
}

func (p *world) limit(format string, args ...any) {
	words := fmt.Sprintf(format, args...)
	for _, l := range p.Limits {
		if l == words {
			return
		}
	}
	p.Limits = append(p.Limits, words)
}

// bitsOf is the value as the bits of a C object of up to eight bytes.
func bitsOf(v term.Value) (uint64, bool) {
	switch v.Kind() {
	case term.KindBool:
		if v.Bool() {
			return 1, true
		}
		return 0, true
	case term.KindBV:
		return v.Uint64(), v.Width() <= 64
	case term.KindFloat:
		return v.Bits().Uint64(), v.Width() <= 64
	}
	return 0, false
}

// cType is an unsigned or floating C type with the representation of the value.
func cType(v term.Value) string {
	width := v.Width()
	switch {
	case v.Kind() == term.KindBool:
		return "_Bool"
	case v.Kind() == term.KindFloat && width == 32:
		return "float"
	case v.Kind() == term.KindFloat:
		return "double"
	case width <= 8:
		return "unsigned char"
	case width <= 16:
		return "unsigned short"
	case width <= 32:
		return "unsigned int"
	}
	return "unsigned long long"
}
