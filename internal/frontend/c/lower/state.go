package lower

import (
	"yogi/internal/bug"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The state of lowering a program is a chain of types, each in the next, so that what is asked of the unit stands
// before what is made of it: a type uses those before it and knows nothing of those behind.
//
//	layout         what a type is on the target: cells, sorts, sizes
//	mathematical   integers without bounds, in the linear mode (linear.go)
//	output         the program that is made: names, inputs, what it takes for granted
//	functionFacts  the unit and what can be reached in it; what its functions are and whom calls may call
//	evaluation     which expressions have effects, and the orders in which they may be evaluated
//	objectFacts    what objects may hold when the entry is called, and who else may change them
//	padding        which types are looked at byte by byte
//	watching       the events of the rule, and where they happen
//	lowerer        the phases (lower.go), and where functions and objects of the program are
//
// What a function consists of is made by a builder, a frame and a body, see doc.go.

// lowerer has what phases 4 to 7 make: each object and function of the program, and helpers of its own.
type lowerer struct {
	watching

	objects
	functions
	environment
	checking
}

// layout says what a type is on the target. Nothing in it but cells, which remembers, changes.
type layout struct {
	target  *target.Target
	options Options
	terms   *term.Builder
	cells   map[*tree.Type]split // of types
}

// output is the program that is made, and has what is unique in it.
type output struct {
	mathematical
	program  *ir.Program
	names    map[string]bool // of globals
	inputs   int
	sites    int // of allocations
	temps    map[*ir.Variable]bool
	weak     map[string]*ir.Variable // whether what is weak and not defined has a definition elsewhere
	buffers  map[string]*ir.Variable // pointers to the library's own objects, see librarycalls.go
	rounding *ir.Variable            // the mode of arithmetic on floats; nil: it is always to nearest
}

// functionFacts has what the unit says of its functions.
type functionFacts struct {
	output
	unit   *tree.Unit
	entry  *tree.FunctionDef
	reach  *reach
	errors map[string]bool // names of error functions
	// allocators are the names of functions without a body that return fresh memory, besides those
	// that are known.
	allocators map[string]bool
	callbacks  []*tree.FunctionDef // what functions without a body call; nil: nothing
	members    *kernelMembers      // see kernelMembers; nil: nothing has asked yet
	notCalled  *uncalledFunctions  // see uncalled; nil: nothing has asked yet
	packCalls
	backwards  map[*tree.FunctionDef]bool // see jumpsBack
	threadEnds map[*tree.FunctionDef]bool // functions that end their thread; nil: not looked for yet
	printing   *bool                      // see printingMayFail; nil: nothing has asked yet
	// formatsGiven are what direct calls give parameters; nil: nothing has asked yet.
	formatsGiven map[formatParameter][]formatGiven
}

// packCalls is about functions that hand on all of their further arguments, which are copied for
// each call.
type packCalls struct {
	packCopies []packCopy
	packing    map[*tree.FunctionDef]bool              // what usesPack has found
	packs      map[*tree.FunctionDef][]*tree.Object    // the further arguments of a copy
	origins    map[*tree.FunctionDef]*tree.FunctionDef // what it is a copy of
}

// evaluation has what was found out about expressions, and the orders in which they may be evaluated.
type evaluation struct {
	functionFacts
	effects map[tree.Expr]bool // see hasEffects
	// changesRegisters: functions without a body may assign registers.
	changesRegisters bool
	changes          *changes                     // of volatile objects; nil: nothing has asked yet
	disordered       map[*tree.DeclareLength]bool // compilers may evaluate the lengths in another order
	collides         map[tree.Expr]bool           // operands have to do with one register that one of them writes: order.go
	broken           map[tree.Expr]string         // what keeps no promise of the function that it is in: promised.go
	brokenBody       map[*tree.FunctionDef]string // the same of bodies as wholes
	evaluated        map[tree.Expr]orderSet       // the orders of expressions in which that matters: eitherorder.go
	ordered          map[tree.Expr]order          // those of evaluated that are being evaluated
}

// objectFacts has what objects of the unit may hold at the start, and who beside the program may change them.
type objectFacts struct {
	evaluation
	longLived map[*tree.Object]bool      // see outlived; nil: not looked for yet
	kept      map[*tree.Object]bool      // objects whose addresses are more than compared, see maybeChanged
	changed   map[*tree.Object]bool      // see maybeChanged
	toldOf    map[*tree.Object]bool      // objects whose addresses the outside gets, see maybeChanged
	valued    map[*tree.FunctionDef]bool // functions whose addresses are values, see maybeChanged
	stored    map[*tree.FunctionDef]bool // functions that objects may hold, see maybeChanged
	givenAway map[*tree.FunctionDef]bool // functions whose addresses the outside gets, see maybeChanged
	opened    map[string]bool            // tags of records that are no handles; nil: not looked for yet
	far       map[[2]*tree.Type]bool     // liesFar, of the type of a class and an object's; nil: not asked yet
}

// padding says of which types the program may look at bytes that no member has.
type padding struct {
	objectFacts
	views views
}

// watching has what the rule watches.
type watching struct {
	padding
	handlers  map[eventKey][]*tree.Handler // found so far
	keepsRule bool                         // no order of the events of the program breaks the rule
	watched   *ir.Variable                 // names the object that the rule is about; nil: it is about none
}

// objects says where objects live.
type objects struct {
	statics   map[*tree.Object]*storage
	address   map[*tree.FunctionDef]*ir.Object
	nextFree  uint64
	order     *ir.Variable // of unrelated objects of an open program, see rank; nil: none are compared
	placement placement
	room      *ir.Variable // for objects of a narrow machine; nil: none is made
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
	// arguments say where main's second parameter gets to; nil: nothing is to be known of the pointers behind it.
	arguments *argumentFlow
	library   map[string]*ir.Function // functions that models of the library have made
}

// environment holds the variables and functions that stand for the outside: pointers that it keeps,
// what it was shown, the functions that it calls.
type environment struct {
	isNamed     map[*tree.FunctionDef]*ir.Variable // whether the address of a callback without linkage was made
	callingBack *ir.Function                       // calls callbacks
	// toldClasses are those of which the outside keeps a pointer, told.
	toldClasses []*outsideClass
	told        []*ir.Variable
	// shown and theirs say what the outside sees and has; nil: nobody asks.
	shown, theirs *ir.Variable
	lastCalls     map[string]*lastCall // of functions with the attribute const
	// variables hold the texts of the variables of the environment that the program names, by name.
	variables map[string]*ir.Variable
}

// checking is the state of the memory checks.
type checking struct {
	shadowMaps shadowMaps
	openLeaks  *openLeaks       // see leaksopen.go
	counted    []*countedObject // see opencounted.go
	// lifetimes is for dropKnownChecks.
	lifetimes lifetimes
}

func newLowerer(unit *tree.Unit, options Options) *lowerer {
	if options.Terms == nil {
		options.Terms = term.NewBuilder()
	}
	if options.Entry == "" {
		options.Entry = "main"
	}
	l := &lowerer{
		watching: newWatching(unit, options),
		objects: objects{
			statics:      map[*tree.Object]*storage{},
			address:      map[*tree.FunctionDef]*ir.Object{},
			placement:    placement{numbers: map[*term.Term]*term.Term{}},
			labelNumbers: map[*tree.Label]uint64{},
		},
		functions: functions{
			funcs: map[*tree.FunctionDef]*ir.Function{}, missing: map[string]*ir.Undefined{}, library: map[string]*ir.Function{},
		},
		environment: environment{isNamed: map[*tree.FunctionDef]*ir.Variable{}, lastCalls: map[string]*lastCall{}, variables: map[string]*ir.Variable{}},
		checking:    checking{lifetimes: newLifetimes()},
	}
	l.program.Language = "c"
	l.program.Open = options.Open
	l.program.Files = options.Files
	return l
}

func newWatching(unit *tree.Unit, options Options) watching {
	return watching{
		padding: padding{
			objectFacts: objectFacts{
				evaluation: evaluation{
					functionFacts: newFunctionFacts(unit, options),
					effects:       map[tree.Expr]bool{}, disordered: map[*tree.DeclareLength]bool{}, collides: map[tree.Expr]bool{},
					broken: map[tree.Expr]string{}, brokenBody: map[*tree.FunctionDef]string{},
					evaluated: map[tree.Expr]orderSet{}, ordered: map[tree.Expr]order{},
				},
			},
			views: views{used: map[*tree.Type][]byte{}},
		},
		handlers: map[eventKey][]*tree.Handler{},
	}
}

func newFunctionFacts(unit *tree.Unit, options Options) functionFacts {
	f := functionFacts{
		output: newOutput(options),
		unit:   unit,
		errors: map[string]bool{}, allocators: map[string]bool{},
		packCalls: packCalls{
			packing: map[*tree.FunctionDef]bool{},
			packs:   map[*tree.FunctionDef][]*tree.Object{},
			origins: map[*tree.FunctionDef]*tree.FunctionDef{},
		},
		backwards: map[*tree.FunctionDef]bool{},
	}
	for _, name := range options.ErrorFunctions {
		f.errors[name] = true
	}
	for _, name := range options.Allocators {
		f.allocators[name] = true
	}
	return f
}

func newOutput(options Options) output {
	machine, err := target.Named(options.Model.Name)
	if err != nil {
		bug.Errorf("lowering for a data model of no target: %v", err)
	}
	return output{
		mathematical: mathematical{
			layout:    layout{target: machine, options: options, terms: options.Terms, cells: map[*tree.Type]split{}},
			registers: map[*ir.Variable]integerType{}, views: map[*term.Term]viewOf{},
		},
		program: ir.NewProgram(options.Terms, options.Model),
		names:   map[string]bool{}, temps: map[*ir.Variable]bool{},
		weak: map[string]*ir.Variable{}, buffers: map[string]*ir.Variable{},
	}
}
