// Package emit is the interface of a model of a library function or of a compiler builtin: the call
// that it models, and what it may do there. Package lower implements it for the function
// that is being lowered; lower/libc and lower/builtin hold the models, lower/libcall and
// lower/intrinsic do what is known of other calls, and none of them knows lower.
package emit

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Model emits what a call does and returns its result: nil where there is none, or none that is a
// scalar. A model that returns false has emitted nothing, and the call is one of a function without
// a body.
type Model func(e Emitter, c *Call) (result *term.Term, done bool)

// Emitter appends to the function that is being lowered. Each method acts at the place where the
// one before has stopped.
type Emitter interface {
	Values
	Effects
	Flow
	Memory
}

// Values are terms and the types behind them; nothing here is emitted.
type Values interface {
	Terms() *term.Builder
	DataModel() *ir.DataModel
	// Sort is the sort of the values of a scalar type.
	Sort(t *tree.Type) *term.Sort
	// IsTrue is the condition that a scalar is not zero.
	IsTrue(x *term.Term) *term.Term
	// RoundingMode holds the number of the mode that arithmetic on floats rounds in; nil if no part
	// of the program changes it, so that it is always to nearest.
	RoundingMode() *ir.Variable
	// ChoosesLocale says that a part of the program may leave the C locale.
	ChoosesLocale() bool
}

// Effects emit what a run does apart from accesses to memory: assignments, inputs, assumptions, checks.
type Effects interface {
	// Temp makes a variable that is set once whenever the call is evaluated.
	Temp(s *term.Sort) *ir.Variable
	// Variable makes one that the model sets in several places, or in a loop.
	Variable(name string, s *term.Sort) *ir.Variable
	Assign(pos source.Pos, v *ir.Variable, x *term.Term)
	// Keep is x as it is now, whatever is assigned later.
	Keep(pos source.Pos, x *term.Term) *term.Term
	// Input is any value of a scalar type, Choice any truth value; name says in reports what chose
	// it.
	Input(pos source.Pos, t *tree.Type, kind ir.InputKind, name string) *term.Term
	Choice(pos source.Pos, kind ir.InputKind, name string) *term.Term
	// Assume ends the run silently where cond does not hold.
	Assume(pos source.Pos, cond *term.Term)
	// Checks says whether one of some properties is to be checked, Require violates one where cond
	// does not hold.
	Checks(some property.Checks) bool
	Require(pos source.Pos, check property.Checks, cond *term.Term, what string)
	// Where acts where cond holds, and goes on behind it.
	Where(pos source.Pos, cond *term.Term, act func())
	// FloatToInteger rounds towards zero; what does not fit the type is any value of it.
	FloatToInteger(pos source.Pos, x *term.Term, to *tree.Type) *term.Term
	// InCall acts; the checks of accesses in it are said to be about what the function accesses.
	InCall(c *Call, act func())
	// WriteCounts does what conversions %n of the call's format do; false where that is not known.
	WriteCounts(c *Call) bool
	// PrintingMayFail: an option says so, or what the program does to the streams.
	PrintingMayFail() bool
	// Rely names in the report something that answers rely on.
	Rely(on *assumption.Kind, pos source.Pos)
	// Unmodelled ends the path: what the call does here is known not to be modelled. Unsupported
	// ends it where the language is not. Both return a value for the rest, which is not reached.
	Unmodelled(c *Call, what string) *term.Term
	Unsupported(c *Call, what string) *term.Term
}

// Flow are the blocks of the function, for models with loops or several ways. Instructions go to
// the current block.
type Flow interface {
	Emit(i ir.Instruction)
	Block() *ir.Block
	NewBlock(label string, pos source.Pos) *ir.Block
	// Enter makes a block the current one. Jump and Branch end the current block, Return leaves the
	// function.
	Enter(b *ir.Block)
	Jump(pos source.Pos, to *ir.Block)
	Branch(pos source.Pos, cond *term.Term, then, els *ir.Block)
	Return(pos source.Pos)
	// Helper is a function of the program that is made when it is first asked for, by build, which
	// starts in its first block. Variants of one have the same name for a reader.
	Helper(name, variant string, build func(inside Emitter, f *ir.Function)) *ir.Function
}

// Memory emits accesses to objects, and makes and frees objects of the heap.
type Memory interface {
	// Load and Store check the access first, as that of an lvalue.
	Load(pos source.Pos, p Place) *term.Term
	Store(pos source.Pos, p Place, x *term.Term)
	// RequirePointer checks that a pointer is not null, unless the check of bounds that comes next
	// does; RequireBytes an access to n bytes; RequireAccess one that is part of a loop.
	RequirePointer(pos source.Pos, pointer *term.Term)
	RequireBytes(pos source.Pos, pointer, n *term.Term)
	RequireAccess(pos source.Pos, a Access)
	// Accessible is the condition that n bytes from a pointer on are those of one object that is alive.
	Accessible(pointer, n *term.Term) *term.Term
	// TextLength is how far behind a pointer there is a zero in the same object, -1 where none is
	// known. NoteTextEnd and NoteTextCopied say where one may be: at an address in an object where
	// cond holds, among n bytes that were copied if it was one of them.
	TextLength(pos source.Pos, pointer *term.Term) *term.Term
	// HasTextEnd is the condition that a zero is known there.
	HasTextEnd(pos source.Pos, pointer *term.Term) *term.Term
	NoteTextEnd(pos source.Pos, object, address, cond *term.Term)
	NoteTextCopied(pos source.Pos, to, from, n *term.Term)
	// Errno is where errno is; nil in a program that does not look at it.
	Errno(pos source.Pos) Errno
	// MallocMayFail is an option.
	MallocMayFail() bool
	// AllocateHeap makes an object of the heap, which Own makes the program's to free, but where
	// the allocation fails. AllocateStack makes one that dies with the activation; ok is false
	// where that is not known.
	AllocateHeap(c *Call, size *term.Term, of Contents) (address *term.Term)
	Own(pos source.Pos, address, size, fails *term.Term)
	AllocateStack(c *Call, size *term.Term) (address *term.Term, ok bool)
	// Free ends the lifetime of an object of the heap; null is none.
	Free(pos source.Pos, pointer *term.Term)
	// MayEnd lets the lifetime of an object of the library end in a function of the library, or not; null is none. ends
	// says whether it has, where that is looked at.
	MayEnd(pos source.Pos, function string, pointer *term.Term) (ends *term.Term)
}

// Place is an object of scalar type in memory.
type Place struct {
	Type    *tree.Type
	Address *term.Term
}

// Access is an access to Size bytes from the address Start, which was computed from a pointer.
// Where Skip holds there is none; nil: nowhere.
type Access struct {
	Pointer, Start *term.Term
	Size           int64
	Skip           *term.Term
}

// Contents are those of a fresh object.
type Contents uint8

// The contents.
const (
	AnyContents Contents = iota
	Zeroed
)
