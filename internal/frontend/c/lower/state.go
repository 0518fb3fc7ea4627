package lower

import (
	"yogi/internal/bug"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// lowerer is the state of lowering a program: what is lowered, and a component for each purpose.
type lowerer struct {
	unit    *tree.Unit
	target  *target.Target
	options Options
	terms   *term.Builder
	program *ir.Program
	entry   *tree.FunctionDef
	reach   *reach

	naming
	objects
	functions
	environment
	libraryState
	checking
	watching
	packCalls
	evaluation

	cells        map[*tree.Type]split // of types
	mathematical mathematical
}

// evaluation has what was found out about expressions, and the orders in which they may be evaluated.
type evaluation struct {
	effects   map[tree.Expr]bool         // see hasEffects
	backwards map[*tree.FunctionDef]bool // see jumpsBack
	// changesRegisters: functions without a body may assign registers.
	changesRegisters bool
	changes          *changes                     // of volatile objects; nil: nothing has asked yet
	disordered       map[*tree.DeclareLength]bool // compilers may evaluate the lengths in another order
	evaluated        map[tree.Expr]orderSet       // the orders of expressions in which that matters: eitherorder.go
	ordered          map[tree.Expr]order          // those of evaluated that are being evaluated
}

// naming has what is unique in the program.
type naming struct {
	names  map[string]bool // of globals
	errors map[string]bool // names of error functions
	inputs int
	sites  int // of allocations
	temps  map[*ir.Variable]bool
}

// objects says where objects live.
type objects struct {
	statics  map[*tree.Object]*storage
	address  map[*tree.FunctionDef]*ir.Object
	nextFree uint64
	weak     map[string]*ir.Variable // whether what is weak and not defined has a definition elsewhere
	// longLived: see outlived.
	longLived map[*tree.FunctionDef]map[*tree.Object]bool
	kept      map[*tree.Object]bool // objects whose addresses are more than compared, see maybeChanged
	changed   map[*tree.Object]bool // see maybeChanged
	toldOf    map[*tree.Object]bool // objects whose addresses the outside gets, see maybeChanged
	order     *ir.Variable          // of unrelated objects of an open program, see rank; nil: none are compared
	placement placement
	room      *ir.Variable    // for objects of a narrow machine; nil: none is made
	views     views           // of padding
	opened    map[string]bool // tags of records that are no handles; nil: not looked for yet
	// labelNumbers are those of the labels whose addresses are taken, from 1.
	labelNumbers map[*tree.Label]uint64
}

// functions has the functions that were declared.
type functions struct {
	funcs   map[*tree.FunctionDef]*ir.Function
	missing map[string]*ir.Undefined
	// termination is the function that runs when the program ends as it should; nil: there is none.
	termination *ir.Function
	running     *ir.Variable // whether destructors run; nil: there are none
	// mainParams are main's first two parameters if neither they nor the pointers behind argv are
	// ever written, else nil.
	mainParams []*tree.Object
	threadEnds map[*tree.FunctionDef]bool // functions that end their thread; nil: not looked for yet
}

// environment holds the variables and functions that stand for the outside: pointers that it keeps,
// what it was shown, the functions that it calls.
type environment struct {
	isNamed     map[*tree.FunctionDef]*ir.Variable // whether the address of a callback without linkage was made
	callbacks   []*tree.FunctionDef                // what functions without a body call, by callingBack; nil: nothing
	callingBack *ir.Function
	// toldClasses are those of which the outside keeps a pointer, told.
	toldClasses []*outsideClass
	told        []*ir.Variable
	// shown and theirs say what the outside sees and has; nil: nobody asks.
	shown, theirs *ir.Variable
	// allocators are the names of functions without a body that return fresh memory, besides those
	// that are known.
	allocators map[string]bool
	lastCalls  map[string]*lastCall // of functions with the attribute const
}

// libraryState holds the C library's own objects, and helper functions of its models.
type libraryState struct {
	buffers  map[string]*ir.Variable // pointers to the library's own objects, see librarycalls.go
	library  map[string]*ir.Function // functions that models have made
	rounding *ir.Variable            // the mode of arithmetic on floats; nil: it is always to nearest
	printing *bool                   // see printingMayFail; nil: nothing has asked yet
}

// checking is the state of the memory checks.
type checking struct {
	shadowMaps shadowMaps
	// lifetimes is for dropKnownChecks.
	lifetimes lifetimes
}

// watching is the rule's.
type watching struct {
	handlers  map[eventKey][]*tree.Handler // found so far
	keepsRule bool                         // no order of the events of the program breaks the rule
	watched   *ir.Variable                 // names the object that the rule is about; nil: it is about none
}

// packCalls is about functions that hand on all of their further arguments, which are copied for
// each call.
type packCalls struct {
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
	machine, err := target.Named(options.Model.Name)
	if err != nil {
		bug.Errorf("lowering for a data model of no target: %v", err)
	}
	l := &lowerer{
		unit:    unit,
		target:  machine,
		options: options,
		terms:   options.Terms,
		program: ir.NewProgram(options.Terms, options.Model),
		cells:   map[*tree.Type]split{},
		evaluation: evaluation{
			effects: map[tree.Expr]bool{}, backwards: map[*tree.FunctionDef]bool{}, disordered: map[*tree.DeclareLength]bool{},
			evaluated: map[tree.Expr]orderSet{}, ordered: map[tree.Expr]order{},
		},

		naming:  naming{names: map[string]bool{}, errors: map[string]bool{}, temps: map[*ir.Variable]bool{}},
		objects: newObjects(),
		functions: functions{
			funcs: map[*tree.FunctionDef]*ir.Function{}, missing: map[string]*ir.Undefined{},
		},
		environment: environment{
			isNamed:    map[*tree.FunctionDef]*ir.Variable{},
			allocators: map[string]bool{}, lastCalls: map[string]*lastCall{},
		},
		libraryState: libraryState{buffers: map[string]*ir.Variable{}, library: map[string]*ir.Function{}},
		checking:     checking{lifetimes: newLifetimes()},
		watching:     watching{handlers: map[eventKey][]*tree.Handler{}},
		packCalls: packCalls{
			packing: map[*tree.FunctionDef]bool{},
			packs:   map[*tree.FunctionDef][]*tree.Object{},
			origins: map[*tree.FunctionDef]*tree.FunctionDef{},
		},
		mathematical: mathematical{
			registers: map[*ir.Variable]integerType{}, views: map[*term.Term]viewOf{},
		},
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

func newObjects() objects {
	return objects{
		statics:      map[*tree.Object]*storage{},
		address:      map[*tree.FunctionDef]*ir.Object{},
		weak:         map[string]*ir.Variable{},
		longLived:    map[*tree.FunctionDef]map[*tree.Object]bool{},
		placement:    placement{numbers: map[*term.Term]*term.Term{}},
		views:        views{used: map[*tree.Type][]byte{}},
		labelNumbers: map[*tree.Label]uint64{},
	}
}
