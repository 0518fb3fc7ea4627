// Package libcall lowers calls of functions of the C library by the line that clib has of each: what
// a call needs of its arguments is checked (checks.go, formats.go), what it writes gets any values
// (writes.go), and of the result is known what the line says (results.go, steady.go). What a function
// does beyond that is said by its model: that of package libc, or one in C.
//
// Package lower implements Emitter for the function that is being lowered; nothing here knows lower.
package libcall

import (
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Emitter appends to the function that is being lowered, and knows what the checks, the outside and the
// layout of types have to say there.
type Emitter interface {
	emit.Emitter
	Accesses
	Cells
	World
	Formats
	// Refuse ends the path: what the call does here is known not to be modelled.
	Refuse(c *emit.Call, what string)
	// RefuseCheck ends the path: a check of what the call accesses is not modelled.
	RefuseCheck(c *emit.Call, what string)
	// RelyOf names in the report something that answers rely on, and what it is about.
	RelyOf(on *assumption.Kind, of string, pos source.Pos)
}

// Accesses are checks of what a call accesses.
type Accesses interface {
	// RequireNotNull checks that a pointer is not null, as that of an access.
	RequireNotNull(pos source.Pos, pointer *term.Term)
	// HasEnded is the condition that the lifetime of the object has ended that a pointer leads to.
	HasEnded(pointer *term.Term) *term.Term
	// StoreUnchecked writes without a check of the access.
	StoreUnchecked(pos source.Pos, p emit.Place, x *term.Term)
}

// Formats are what the program's callers may give a function that prints for them.
type Formats interface {
	// FormatsOf are literals that an expression which is no literal may be, among others.
	FormatsOf(e tree.Expr) []Format
	// ListedArguments are those that conversions read from a list of arguments, with the values of
	// strings and their precisions; nil where it is not known where they are.
	ListedArguments(pos source.Pos, list *term.Term, conversions []format.Printed) []emit.Argument
}

// Format is a literal that a format may be.
type Format struct {
	Address     *term.Term
	Conversions []format.Printed
}

// Cell is one scalar of an object: a member, an element, a bit-field or the scalar itself.
type Cell struct {
	Type          *tree.Type
	Offset        int64
	Bit, BitWidth int64 // of a bit-field in its unit; no width: it is none
}

// Cells read and write the scalars that objects are made of, without checks.
type Cells interface {
	// CellsOf are the scalars of an object of a type in order of their offsets; false where it
	// cannot be split.
	CellsOf(t *tree.Type) ([]Cell, bool)
	LoadCell(pos source.Pos, object *term.Term, c Cell) *term.Term
	StoreCell(pos source.Pos, object *term.Term, c Cell, x *term.Term)
	// AnyCell is any value of a cell, which a function of a name has written.
	AnyCell(pos source.Pos, c Cell, name string) *term.Term
}

// World holds the variables in which the library keeps something, and makes objects that the library
// makes for the program.
type World interface {
	// IsOpen says that the program is a part of one.
	IsOpen() bool
	// SomeLiteral says that a string literal of the program is such.
	SomeLiteral(is func(text string) bool) bool
	// PassesCounts says that a list of arguments may have one that %n may write through.
	PassesCounts() bool
	// MayCall says that the program may call a steady function, which it does not define.
	MayCall(name string) bool
	// Global is a variable of the program in which the library keeps something; it starts as zero.
	Global(name string, s *term.Sort) *ir.Variable
	// Fails is a choice that a call makes: whether it returns null.
	Fails(c *emit.Call) *term.Term
	// FreshObject is an object for a value of a type with any contents, FreshBytes one of so many
	// bytes, NullOrFresh null or an object that a pointer of a type points at.
	FreshObject(pos source.Pos, t *tree.Type, name string) *term.Term
	FreshBytes(pos source.Pos, size int64, t *tree.Type, name string) *term.Term
	NullOrFresh(pos source.Pos, pointer *tree.Type, name string) *term.Term
	// KeepFromFree says that an object, unless it is null, is one of the library, which a program must not free.
	KeepFromFree(pos source.Pos, object *term.Term)
	// ReturnsAgain is a choice that a call makes: whether it returns what one of the function returned before.
	ReturnsAgain(c *emit.Call) *term.Term
	// FromOutside is a result of the call that comes from outside the program, as one of a function
	// of which nothing is known.
	FromOutside(c *emit.Call) *term.Term
}

// Call is a call of a function of which the table of the C library says what it does.
type Call struct {
	*emit.Call
	Known *clib.Function
}

// Find finds what is known of a call of a function that has no body, or one of a model. ok is false
// for a call that does not look like one of the library's function.
func Find(c *emit.Call) (call Call, ok bool) {
	if c.Function.Body != nil && !IsModelFile(c.Function.Pos.File) {
		return Call{}, false
	}
	f, ok := clib.Lookup(c.Name)
	if !ok || len(c.Args) < len(f.Params) {
		return Call{}, false
	}
	for i, p := range f.Params {
		isPointer := c.Args[i].Type.Kind == tree.Pointer && c.Args[i].Value != nil
		if p.IsPointer() && !isPointer && p.Role != clib.Opaque && p.Role != clib.Callback {
			return Call{}, false
		}
	}
	return Call{c, f}, true
}

// IsModelFile says that a file is one of the models of the library in C.
func IsModelFile(file string) bool { return strings.HasPrefix(file, "<") }

// isModelled says that the function has a model in C.
func (c Call) isModelled() bool { return c.Function.Body != nil }

// elementOf is the type that parameter i points at; nil if it is not declared.
func (c Call) elementOf(i int) *tree.Type {
	if i >= len(c.Function.Type.Params) || c.Function.Type.Params[i].Kind != tree.Pointer {
		return nil
	}
	t := c.Function.Type.Params[i].Elem
	if t == nil || t.Size <= 0 || t.Kind == tree.Void || t.Kind == tree.Function {
		return nil
	}
	return t
}

// address is a number of bytes, or of an address.
func address(e emit.Values, n uint64) *term.Term {
	return e.Terms().BVConst(e.DataModel().PointerWidth, n)
}

// isNull is the condition that a pointer is null.
func isNull(e emit.Values, pointer *term.Term) *term.Term {
	return e.Terms().Eq(pointer, emit.Zero(e.Terms(), pointer.Sort()))
}

// isSome is the condition that a pointer is not null.
func isSome(e emit.Values, pointer *term.Term) *term.Term {
	return e.Terms().Ne(pointer, emit.Zero(e.Terms(), pointer.Sort()))
}
