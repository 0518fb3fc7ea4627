package ir

import (
	"yogi/internal/assumption"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Program is the analysed program. What of it is not in its text form says Unprinted.
type Program struct {
	Terms     *term.Builder
	Model     *DataModel // nil for Boogie
	Globals   []*Variable
	Functions []*Function
	Entry     *Function
	// Axioms are closed facts over constants (Globals with Constant set) and uninterpreted functions;
	// they hold in every state.
	Axioms []*term.Term
	// Interpretation gives uninterpreted functions a fixed meaning in tests; ok is false for functions it
	// does not cover. nil: none.
	Interpretation func(f *term.Func, args []term.Value) (value term.Value, ok bool)
	// UncheckedAxioms are the quantified axioms not known to hold under Interpretation, whatever the
	// functions that it does not cover are: a test relies on them being satisfiable.
	UncheckedAxioms []*term.Term
	// UnusedAxioms are the axioms that share nothing with the program and with Axioms. No proof
	// needs them, but there are runs only if they have a model. They are no part of the text form.
	UnusedAxioms []UnusedAxiom
	// Initial constrains the globals where the entry starts (C: initial memory). Variables not
	// mentioned have any value.
	Initial []*term.Term
	// InitialRanges are the cells of memory that start with a known value, written by the memory pass.
	// They hold where the entry starts, as Initial does, and are not repeated there.
	InitialRanges []InitialRange
	// Objects are the objects with a fixed address: globals, string literals, functions. Ordered by
	// address. C only.
	Objects []*Object
	// AllocCounter holds the address of the next object; nil if nothing is ever allocated. It starts
	// at FirstFree. C only.
	AllocCounter *Variable
	FirstFree    uint64
	// Places maps granules to the distance from their addresses to the machine's (places.go),
	// Owners the machine's to the granules of the objects whose they are; nil: the program does not
	// look. What is in these maps is never used as an address. C only.
	Places, Owners *Variable
	// PlainBytes: of what may be bytes of addresses and is read as a number, the program has the runs that read a
	// number.
	PlainBytes bool
	// Assumptions were made by the stages before the search; a verdict lists them.
	Assumptions assumption.List
	// Events are those of the rule that can happen, by the calls that the entry can reach; the program's own
	// start and end are not among them.
	Events []RuleEvent
	// Misspelt are functions of the rule with names that the program seems to spell otherwise.
	Misspelt []Misspelt
	// Unplaced are functions, of files of contracts, that the program does not define.
	Unplaced []Misspelt
	// UnreadContracts are parts of contracts of functions that are not used.
	UnreadContracts []UnreadContract
	// Everywhere is what the entry's contract demands of every object of a structure. It is no part of the text
	// form, and holds of runs only where somebody installs it.
	Everywhere []EveryMember
	// Counted are the objects that parameters of the entry lead to of which another one counts the elements. They are
	// no part of the text form either.
	Counted []Counted
	// Contradiction is the last of demands in the contract of the entry that no call can keep to; "": there is none.
	Contradiction string
	// Symbols are what a linker calls the functions and objects that the program only declares, by their names, where
	// that is not the name: asm("open64"). They are no part of the text form.
	Symbols map[string]string
	// Prototype is the declaration of the entry, in C; "": there is none to be repeated.
	Prototype string
	// Models lists library functions whose bodies are the checker's models.
	Models []string
	// Undefined lists functions without a body that are called.
	Undefined []*Undefined
	// Checked: the front end has met a check, if only to find that it cannot fail. It is no part of
	// the text form.
	Checked bool
	// NullFound is a ghost that is set where the program has found a pointer to be null; nil: nobody asked.
	NullFound *Variable
	// KeepsRule: no order of the events that the program may have violates the rule. It is no part of the text form.
	KeepsRule bool
	// Guesses say which edges into errors package guess changed. They are no part of the text form,
	// and passes that make new blocks leave them with blocks that are gone.
	Guesses []Guess
	// Elements says which facts about all nodes of lists the program checks and takes for granted
	// (package element); nil: none.
	Elements *Elements
	// CallsAlike: what calls change is not told apart, so each changes all that any changes: YOGI
	// without modification analysis. ComputeModifies reads it. It is no part of the text form.
	CallsAlike bool
	// SitesAlike: objects that the alias analysis puts in one class have their cells in common, whichever of them
	// an access may be in.
	SitesAlike bool
	// Open: the program is a part of one, and addresses are their own numbers. It is no part of the text form.
	Open bool
	// Layouts describes C types by name, for printing terms as C; nil: nobody asked.
	Layouts map[string]*Layout
	// Scalars say how values of types are written, by name. They are no part of the text form.
	Scalars  map[string]Scalar
	Language string // "c" or "boogie"
	Files    []string
	symbols  map[*term.Term]*Variable
	names    map[string]bool // of all variables there have been: no two share one, whatever their sorts
	numbered map[string]int  // of a name that is taken: no smaller number makes a free one of it
}

// EveryMember says that a pointer in a structure is null in no object that is there at the start.
type EveryMember struct {
	Struct        string // its type
	Offset, Width int64  // of the pointer, in bytes
}

// Counted says by which inputs it is known how large an object is that a parameter of the entry leads to.
type Counted struct {
	Pointer, Number int // of the parameters
	// Room: 0 if the object has as many elements as the number says, 1 if one more, 2 if nothing is known.
	Room int
	Unit int64 // bytes for each that the number counts
	// Signed: the number's type has a sign.
	Signed bool
}

// RoomBehind begins the name of the input that says how large a counted object is, with the parameter's behind it.
const RoomBehind = "room behind "

// UnusedAxiom is a closed fact about symbols of its own; Fact is nil for one that is not modelled.
type UnusedAxiom struct {
	Fact *term.Term
	Pos  source.Pos
}

// DataModel says how C types map to machine types.
type DataModel struct {
	Name         string // of a target (package frontend/c/target): LP64, ILP32-arm
	PointerWidth int    // bits: 16, 32 or 64
	LongWidth    int
	// GranuleBits: each object starts at a multiple of 1<<GranuleBits and is followed by at least one
	// byte that belongs to no object, so a pointer one past the end never equals another object's address
	// and, for objects smaller than a granule, address>>GranuleBits identifies the object.
	GranuleBits int
	BigEndian   bool
}

// HasShortInts says that int has 16 bits, which it has where pointers have.
func (m *DataModel) HasShortInts() bool { return m != nil && m.PointerWidth == 16 }

// LoopLabel is the label of the block that a loop of the source begins with, BehindLabel that of the
// block behind the loop, which is made with it: the first of the label after the loop's. FillLabel is that of a loop
// which the source does not have: it fills the bytes of an object, as memset does.
const (
	LoopLabel   = "loop"
	BehindLabel = "behind"
	FillLabel   = "fill"
)

// VariableKind says where a variable lives.
type VariableKind uint8

// The kinds. The zero value is invalid.
const (
	InvalidVariable VariableKind = iota
	Global                       // visible everywhere, one instance
	Parameter                    // set by the caller; may be assigned
	Result                       // read by the caller at Return
	Local                        // one instance an activation; any value at entry: assign or havoc before use
)

// Variable is a named cell of the state. Its symbol is unique in the program: names of a function's
// variables carry the function's name.
type Variable struct {
	Name     string // unique in the program: "g" or "f::x"
	Sort     *term.Sort
	Kind     VariableKind
	Constant bool // never assigned (Boogie const)
	Sym      *term.Term
	Pos      source.Pos
	Source   string // name in the source, "" for temporaries
	Type     string // type in the source's syntax, for reports
	Signed   bool   // print as signed
	// Memory says what a map variable of the memory pass holds.
	Memory *MapInfo
	Note   *Note // what the value tells of a run; nil but in told programs
	Log    bool  // only logs read it, and who looks at the state in which a run ends
	Index  int   // position in Program.Globals, or in Function.Variables()
}

// MapInfo describes a map variable that holds part of C memory: cells of CellWidth bits at the
// addresses of one alias class.
type MapInfo struct {
	CellWidth int
	Class     int
	Note      string // e.g. "struct foo.next"
}

// InitialRange says that every cell of Map at From, From+CellBytes, ... below To starts as Value. From
// and To are multiples of CellBytes away from each other.
type InitialRange struct {
	Map       *Variable
	From, To  uint64
	CellBytes int
	Value     uint64
}

// Object is an object with a fixed address.
type Object struct {
	Name    string
	Address uint64
	Size    uint64
	Kind    ObjectKind
	// Zero: bytes not written by the initialiser start as zero (static storage). Otherwise they are
	// inputs.
	Zero     bool
	ReadOnly bool
	Declared bool      // the program only declares it; not part of the text form
	Function *Function // for functions
	Pos      source.Pos
	Type     string
	// Symbol stands for Address in terms until the memory pass, nil if nothing asked for it: see
	// Program.AddressOf.
	Symbol *Variable
}

// ObjectKind says what an object is.
type ObjectKind uint8

// The kinds of object.
const (
	InvalidObject ObjectKind = iota
	StaticObject
	StringObject
	FunctionObject
	StackObject
	HeapObject
)

// RuleEvent is an event at which a handler of the rule acts, with what a compiled monitor has to know of the
// function.
type RuleEvent struct {
	Handler  int        // the number of the handler in the rule
	Function string     // its name
	Pos      source.Pos // of the declaration that the program takes of it
	Event    string     // call, entry, exit, return
	Unit     int        // number of the file whose declaration of the function the handler was read with
	HasBody  bool
	Variadic bool
	Result   string   // types in the source's syntax
	Params   []string // the same
	Names    []string // of the parameters of a function with a body
}

// Misspelt is a function that the rule, or a file of contracts, names and the program lacks, and one that it has with a
// similar name; of a contract's there may be none.
type Misspelt struct {
	Function, Near string
	Pos            source.Pos // in the rule, or the file of contracts
}

// UnreadContract is a part of a function's contract that is not used.
type UnreadContract struct {
	Function, Text string
	Pos            source.Pos
}

// Guess says that the edge from Block to target number Target is taken only where Index has the
// value that Constant, a global that was made for it, has in all of the run.
type Guess struct {
	Constant *Variable
	Block    *Block
	Target   int
	Index    *term.Term
}

// Undefined is a called function without a body.
type Undefined struct {
	Name  string
	Pos   source.Pos // of the first call
	Calls int        // places of the program that call it
	// Standard: a standard header declares it, so the machine's library defines it. Not in the text form.
	Standard bool
	// Shown: it may write what its arguments show whole. Not in the text form.
	Shown bool
	// Constant: with the arguments of its last call it returns what it returned then. Parameters
	// are its parameters then, as Origins has them. Not in the text form.
	Constant  bool
	CallsBack bool // it may call functions of the program
	// Implicit: nothing declares it, so it is C90's function that returns int. Not in the text form.
	Implicit bool
	// Library: its calls do what is known of the function of the C library with its name. Not in the text form.
	Library    bool
	Returns    Returns
	Parameters string
}

// Returns says which pointers a function without a body returns.
type Returns uint8

// The kinds. The zero value is that of other results.
const (
	ReturnsValue   Returns = iota
	ReturnsFresh           // null or fresh memory
	ReturnsPointer         // null, or a pointer to what the outside knows
)

// Function is a procedure of the program. Blocks[0] is the entry.
type Function struct {
	Name    string
	Params  []*Variable
	Results []*Variable
	Locals  []*Variable
	Blocks  []*Block
	Pos     source.Pos
	// Modifies are the globals that a call may change, directly or through callees; computed by
	// ComputeModifies.
	Modifies []*Variable
	// CanError: some call chain from here contains an Error or Unsupported terminator, which whoever asks
	// for errors must not pass over; CanReturn: a Return. Computed by ComputeModifies.
	CanError, CanReturn bool
	Recursive           bool // calls itself, directly or not
	ContainsUnsupported bool // an Unsupported terminator is reachable in the call graph below
	// FreeEnsures are whole-program facts claimed of the exit state that nothing has proved (Boogie's
	// free ensures over Results, globals and Old); used only on demand.
	FreeEnsures  []*term.Term
	FreeRequires []*term.Term
	// Old holds, for globals that FreeEnsures mentions by old(), the symbol for the value at entry.
	Old     map[*Variable]*term.Term
	Program *Program
}

// Block is a basic block: straight-line instructions and a terminator.
type Block struct {
	Index        int // position in Function.Blocks
	Label        string
	Instructions []Instruction
	Terminator   Terminator
	Pos          source.Pos
	Function     *Function
}
