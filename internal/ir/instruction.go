package ir

import (
	"strings"

	"yogi/internal/source"
	"yogi/internal/term"
)

// This file has the instructions and terminators; the package comment is the table of what they mean.

// Instruction is one of Assign, Assume, Havoc, Call, Load, Store, Copy, Fill, Alloc, Free, Clobber.
type Instruction interface {
	Position() source.Pos
	isInstruction()
}

// Terminator is one of Goto, Return, Error, Halt, Unsupported.
type Terminator interface {
	Position() source.Pos
	isTerminator()
}

// At is embedded by every instruction and terminator.
type At struct{ Pos source.Pos }

// Position returns where the instruction comes from.
func (a At) Position() source.Pos { return a.Pos }

// Assign is Dst := Src.
type Assign struct {
	At
	Dst *Variable
	Src *term.Term
}

// Assume keeps the runs in which Cond holds.
type Assume struct {
	At
	Cond *term.Term
	// Known: the condition is what is known of every value of its kind, not what the program says.
	Known bool
}

// Havoc is Dst := an input.
type Havoc struct {
	At
	Dst   *Variable
	Input *Input
}

// InputKind says where an input comes from, so that a test can set it.
type InputKind uint8

// The kinds of input.
const (
	InvalidInput      InputKind = iota
	NondetCall                  // value returned by a nondeterministic function such as __VERIFIER_nondet_int
	UndefinedCall               // value returned by a function without a body
	UninitializedRead           // initial value of a local
	EntryParameter              // argument of the entry function
	Unspecified                 // the language leaves it open: order of unrelated addresses, over-wide shift
	Choice                      // Boogie's nondeterministic control flow and havoc
	MemoryWrite                 // what a function without a body, or assembly, left in memory
	AllocationChoice            // whether an allocation fails, a returned pointer is null
	OutsidePointer              // a pointer from outside an open program: null or the start of an object there
	PointerChoice               // which of the objects that the outside knows a pointer from there leads to, see Origins
	EarlierState                // what an object with static storage holds when an entry other than main is called
	CallBack                    // which function of the program, from 1, the outside calls; of the type their names, with commas
	LinkChoice                  // whether something outside the program defines a weak symbol
	AddressBytes                // some bytes of the machine's number of an address
	VolatileRead                // what a volatile object holds that something outside the program changes
	OwnVolatileRead             // what a volatile object holds that the program changes, and perhaps something outside does
)

// MixtureType is the type of inputs of kind AddressBytes that are put to what was read as a word: some bytes of an
// address, and others beside. The value is based on what was read, at any distance from it.
const MixtureType = "mixture"

// Input describes a source of nondeterminism in the program text; every execution of its Havoc takes
// one value.
type Input struct {
	ID   int // unique in the program
	Kind InputKind
	Name string // function or variable in the source
	Type string // type in the source's syntax
	Pos  source.Pos
}

// ReturnedAddress is the name of the choice whether the address of a local that a function returns is null, as gcc
// makes it.
const ReturnedAddress = "address of a local that is returned"

// OwnerChoice is the type of the input which says that what a function of the library returned is the library's, not
// for the program to free, or that a function has ended it; the input has the function's name.
const OwnerChoice = "owner"

// SameChoice is the type of the input which says that a function of the library returned what it returned before.
const SameChoice = "same"

// OrderOfEvaluation is the name of the unspecified input by which the operands of an expression are
// evaluated from right to left.
const OrderOfEvaluation = "evaluation from right to left"

// Call is Results := Callee(Args). A Results entry may be nil: the value is dropped.
type Call struct {
	At
	Callee  *Function
	Args    []*term.Term
	Results []*Variable
}

// Load reads a value of Dst's sort (a BV of whole bytes, or a float) at byte address Addr.
type Load struct {
	At
	Dst    *Variable
	Addr   *term.Term
	Access Access
}

// Store writes Value at byte address Addr.
type Store struct {
	At
	Addr   *term.Term
	Value  *term.Term
	Access Access
}

// Access carries what the type of an access tells the alias analysis; it never changes the meaning.
type Access struct {
	Type     string // scalar type of the access, e.g. "int", "struct foo *"
	Pointer  bool   // the value is a pointer
	Volatile bool
	// Fresh: of a store, nothing was written before to the words of which it writes a part: they are those of an
	// argument that is handed over.
	Fresh bool
	// Array, if set, is the array, a member of some struct, an element of which the access is said to be in:
	// C lets no index leave the array (C11 6.5.6p8).
	Array *ArrayBytes
}

// ArrayBytes are the Size bytes at address Base.
type ArrayBytes struct {
	Base *term.Term
	Size uint64
	// Checked: an access that is said to be in them is, in every run that gets to it: a check of bounds before it has
	// an error else, or its index cannot be another. If not, it is what C says of runs that are looked at.
	Checked bool
}

// Copy copies Size bytes; the objects do not overlap partially.
type Copy struct {
	At
	To, From *term.Term
	Size     uint64
	Type     string
}

// Fill sets Size bytes at Addr to Byte.
type Fill struct {
	At
	Addr *term.Term
	Byte uint8
	Size uint64
}

// Alloc is Dst := address of a fresh object of Size bytes (a BV of pointer width).
type Alloc struct {
	At
	Dst  *Variable
	Size *term.Term
	Kind ObjectKind // StackObject or HeapObject
	Zero bool       // contents start as zero, else they are inputs
	// Outside: the contents are what something outside the program put there, also addresses of its objects.
	Outside bool
	Site    int    // unique in the program
	Type    string // type of the object if known
	Name    string
}

// Free ends the lifetime of the object at Addr (heap: free(); stack: end of scope). It has no effect
// on reachability.
type Free struct {
	At
	Addr *term.Term
	Kind ObjectKind
}

// Clobber gives every byte of memory some value: an input. What the values are used for as addresses is no object's.
type Clobber struct {
	At
	Name string // what does it, for reports
}

// Target is one way out of a block.
type Target struct {
	Guard *term.Term // over the state after the block's instructions
	Block *Block
}

// Goto takes a target whose guard holds. Deterministic guards exclude one another; otherwise the
// choice is the input Choice.
type Goto struct {
	At
	Targets []Target
	Choice  *Input // nil: guards exclude one another
	// Branch is the condition in words of the source ("x < 10"), for traces; may be empty.
	Branch string
}

// SwitchText begins the Branch of a switch: its targets are more than yes and no.
const SwitchText = "switch"

// Return ends the activation.
type Return struct{ At }

// Error is a violation of the property.
type Error struct {
	At
	What string // e.g. "reach_error() is called", "assertion x > 0 fails"
	// Property is the sub-property violated, in the words of verdicts ("valid-deref"); "" is "unreach-call".
	Property string
}

// Halt ends the run; nothing is violated.
type Halt struct {
	At
	What string
}

// What is said of a call that ends the run, behind the function's name.
const (
	IsCalled      = "() is called"
	DoesNotReturn = "() does not return"
)

// EndsProgram says that the program itself ends the run, by a call of a function that does not come back.
func (h *Halt) EndsProgram() bool {
	return strings.HasSuffix(h.What, IsCalled) || strings.HasSuffix(h.What, DoesNotReturn)
}

// Unsupported is a place that the model does not cover: reaching it makes the answer unknown.
type Unsupported struct {
	At
	Diagnostic *source.Diagnostic
}

func (*Assign) isInstruction()  {}
func (*Assume) isInstruction()  {}
func (*Havoc) isInstruction()   {}
func (*Call) isInstruction()    {}
func (*Load) isInstruction()    {}
func (*Store) isInstruction()   {}
func (*Copy) isInstruction()    {}
func (*Fill) isInstruction()    {}
func (*Alloc) isInstruction()   {}
func (*Free) isInstruction()    {}
func (*Clobber) isInstruction() {}

func (*Goto) isTerminator()        {}
func (*Return) isTerminator()      {}
func (*Error) isTerminator()       {}
func (*Halt) isTerminator()        {}
func (*Unsupported) isTerminator() {}
