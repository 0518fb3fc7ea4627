// Package tree is a C translation unit after names, types, layout and conversions: every expression
// has its type, every implicit conversion is a Convert node, every name points at its object, every
// constant expression is a Constant, and offsets of members are known. It is what package typecheck
// makes and package lower reads; it knows nothing of how either works.
package tree

import (
	"math/big"
	"slices"

	"yogi/internal/source"
)

// Kind is the kind of a type. The zero value is invalid.
type Kind uint8

// The kinds. Integers are described by Kind Integer with Size and Signed; `_Bool` by Bool; enumerated
// types are Integer with a Tag. LongDouble is `long double` and every other floating type of an unusual format,
// which its Precision names.
const (
	InvalidKind Kind = iota
	Void
	Bool
	Integer // char to __int128, enums
	Float   // float and double, by Size 4 or 8
	LongDouble
	Complex
	Pointer
	Array
	Struct
	Union
	Function
	Vector
)

// Type is a complete description of a C type in the chosen data model. Types are compared with
// typecheck's rules, not by pointer. Size and Align are in bytes; Size is -1 for incomplete types and
// functions, for arrays of variable length, and for structs with such a member (GNU).
type Type struct {
	Kind      Kind
	Name      string // how C writes it: "unsigned int", "struct foo"
	Size      int64
	Align     int64
	Signed    bool // Integer
	Precision int  // LongDouble: bits of the significand: 64 x87, 113 binary128, 11 and 8 the half-width formats
	Width     int  // Integer: bits of the value of a bit-field that is wider than int; 0: all of Size
	Const     bool
	Restrict  bool // Pointer: what it leads to, no other pointer leads to
	// Least: Pointer: it is a parameter declared [static n] and leads to at least so many elements (C11 6.7.6.3p7).
	Least    int64
	Volatile bool
	Elem     *Type // Pointer, Array, Vector
	Length   int64 // Array: number of elements, -1 unknown (incomplete or flexible)
	// LengthExpr is the run-time length of a variable-length array, evaluated where it is declared.
	LengthExpr Expr
	// SizeExpr is the size of a struct with a member of variable length, whose length was evaluated where the struct is
	// declared.
	SizeExpr    Expr
	Tag         string       // Struct, Union, enum
	Defined     source.Pos   // Struct, Union: where its members are
	Enumerators []Enumerator // enum, in order; for people and for harnesses, not for what a program means
	Fields      []*Field     // Struct, Union, in order; anonymous members are one field with an empty name
	Result      *Type        // Function
	Params      []*Type      // Function, adjusted (arrays and functions are pointers)
	Variadic    bool         // Function
	Unspecified bool         // Function: declared without a parameter list
}

// Enumerator is a constant of an enumerated type.
type Enumerator struct {
	Name  string
	Value *big.Int
}

// Field is a member. For a bit-field, BitWidth > 0 and the field's bits are
// [BitOffset, BitOffset+BitWidth) counted from the least significant bit of the byte at Offset.
type Field struct {
	Name   string
	Type   *Type
	Offset int64 // bytes from the start of the struct
	// OffsetExpr is that number where a member of variable length comes before; nil: it is Offset.
	OffsetExpr Expr
	BitOffset  int64
	BitWidth   int64 // 0: not a bit-field
	Index      int
	Align      int64 // in bytes, as the struct asks for; 0 of a bit-field
}

// IsScalar reports whether the type is arithmetic or a pointer.
func (t *Type) IsScalar() bool {
	switch t.Kind {
	case Bool, Integer, Float, LongDouble, Pointer:
		return true
	}
	return false
}

// IsFloating reports whether the type is a real floating type.
func (t *Type) IsFloating() bool { return t.Kind == Float || t.Kind == LongDouble }

// Format returns the widths of exponent and significand, the hidden bit counted, of a floating type.
func (t *Type) Format() (exponent, significand int) {
	switch {
	case t.Kind == Float && t.Size == 4:
		return 8, 24
	case t.Kind == Float:
		return 11, 53
	case t.Precision == 11:
		return 5, 11
	case t.Precision == 8:
		return 8, 8
	}
	return 15, t.Precision
}

// IsAggregate reports whether the type is an array, struct or union.
func (t *Type) IsAggregate() bool {
	return t.Kind == Array || t.Kind == Struct || t.Kind == Union
}

func (t *Type) String() string { return t.Name }

// Linkage of an object or function.
type Linkage uint8

// The linkages; automatic and block-scope static objects have none.
const (
	NoLinkage Linkage = iota
	InternalLinkage
	ExternalLinkage
)

// Object is a variable, parameter, string literal or compound literal: something with storage.
// All declarations of one C object share one Object.
type Object struct {
	Name      string
	Symbol    string // that a linker knows it by, asm("symbol"); "": its name
	Type      *Type
	Typedef   string // Parameter: the name that it is declared with for its type, and a * for each pointer to it; "": none
	Linkage   Linkage
	Static    bool // static storage duration
	Extern    bool // declared, never defined in this program
	Assembled bool // what it is says assembly between declarations
	Parameter bool
	Declared  *Type // Parameter: the array that it is declared as; nil: none
	Register  bool
	Thread    bool
	Zeroed    bool         // of automatic storage: without an initialiser it is zero (-ftrivial-auto-var-init=zero)
	Section   string       // that the linker puts it into (attribute section); "": one of its choice
	Weak      bool         // another definition in the program goes before
	OfRule    bool         // a state of the rule: nothing of the program names it or leads to it
	Function  *FunctionDef // enclosing function for block-scope objects
	Pos       source.Pos
	// Init is the initialiser of an object with static storage duration: entries with constant
	// addresses or values. nil means zero. Automatic objects are initialised by Declare statements.
	Init *Initializer
	// String is the bytes of a string literal, with its terminating zero and already in the element
	// width of the type.
	String []byte
	// Tail is how many bytes the object has behind those of its type: those of a flexible array member that its
	// initialiser gives elements (GNU).
	Tail int64
	// AddressTaken: & is applied to it or to a part of it, an array in it decays other than to be
	// indexed by a constant, or asm names it. Computed by typecheck.
	AddressTaken bool
}

// IsShared says that other files of the program can name the object.
func (o *Object) IsShared() bool { return o.Linkage == ExternalLinkage && !o.OfRule }

// Size is the number of bytes of an object, or negative if its type has no fixed size.
func (o *Object) Size() int64 { return o.Type.Size + o.Tail }

// FunctionDef is a function that is declared; Body is nil without a definition.
type FunctionDef struct {
	Name   string
	Symbol string // that a linker knows it by, asm("symbol"); "": its name
	Type   *Type
	// ResultTypedef is the name for the type of the result of a definition, as Object.Typedef.
	ResultTypedef string
	Params        []*Object
	Body          *Block
	Linkage       Linkage
	NoReturn      bool
	// Startup is the priority of a function that runs before main (attribute constructor), the lower the earlier; 0
	// is none. Shutdown is that of one that runs when the program ends (attribute destructor), the higher the earlier.
	Startup, Shutdown int
	// Place is the number of the definition among those of the program, from 1; 0: there is none.
	Place int
	// Allocates: what it returns is null or fresh memory (attributes malloc and alloc_size).
	Allocates bool
	// Constant: what it returns depends on its arguments alone, and it does nothing else (attribute const).
	Constant bool
	// Pure: it does nothing but return what depends on its arguments and on memory (attribute pure).
	Pure bool
	// NonNull: the parameters that are no null pointers, by their numbers from 1 (attribute nonnull).
	NonNull NonNull
	// ReturnsNonNull: what it returns is no null pointer (attribute returns_nonnull).
	ReturnsNonNull bool
	// Prototype is what its definition declares, in words of the source; "": it has no list of parameters.
	Prototype string
	// Requires is what its contracts demand of its arguments.
	Requires []Requirement
	// ReturnsTwice: a call may return again after others (attribute returns_twice), as that of setjmp.
	ReturnsTwice bool
	Weak         bool // another definition in the program goes before
	Implicit     bool // it is called, and nothing declares it
	// Exported: some declaration of it is not inline, or is extern. A definition that is not exported serves only
	// where no other file defines the function (C11 6.7.4p7).
	Exported bool
	// Unit is the number of the file that it stands in among those that were linked, from 1; 0: there is one.
	Unit int
	// Inlines are the definitions of its name that serve only to be inlined, of one file each: a call in that file
	// may take the file's, or this one (C11 6.7.4p7). Only those that differ from it are here.
	Inlines []*FunctionDef
	// Outside is the library's function of its name, without a body, which a call may take as well: this definition
	// serves only to be inlined. nil: calls take this one.
	Outside *FunctionDef
	// Own: it is a builtin function, in the place of which compilers may call the program's own of the plain name, or
	// of another; what calls do then is not known.
	Own     bool
	Checked string // "__NAME_chk" of glibc's headers, which it is called in the place of
	Builtin string // "__builtin_..." canonical name when the call is a compiler builtin, else ""
	Pos     source.Pos
	End     source.Pos
	// AddressTaken: used other than as the callee of a call.
	AddressTaken bool
	// Unknown: what it does is left out, a body and what is known of the library's function alike.
	Unknown bool
	Labels  []*Label
	// Target: the body is that of another function (attribute alias or weakref).
	Target *FunctionDef
}

// NonNull says which parameters of a function are declared to be no null pointers.
type NonNull struct {
	All     bool // pointers all
	Numbers []int
}

// Has says that parameter number i, from 1, is one of them.
func (n NonNull) Has(i int) bool { return n.All || slices.Contains(n.Numbers, i) }

// Join adds those of another declaration.
func (n *NonNull) Join(other NonNull) {
	n.All = n.All || other.All
	n.Numbers = append(slices.Clip(n.Numbers), other.Numbers...)
}

// Label is a C label.
type Label struct {
	Name         string
	Pos          source.Pos
	AddressTaken bool // &&label
}

// Unit is a whole program of one or more files.
type Unit struct {
	Functions []*FunctionDef // definitions and declarations, in order of first appearance
	Objects   []*Object      // file-scope and block-scope statics, string literals, static compound literals
	Handlers  []*Handler     // of the rule that the program is checked against
	Untyped   []*Handler     // without bodies: they name arguments whose types another file has to know
	Macros    []string       // functions that the rule names and the program has as macros
	Types     []NamedType    // of file scope, in order of their names
	Pointer   int            // pointer size in bytes
	Char      bool           // plain char is signed
	Assembly  []source.Pos   // between declarations
	Assumed   []Assumed      // what the program says itself that it takes for granted
	Unread    []Unread       // parts of contracts that are not read
	Unkept    []Unread       // parts of contracts that a harness does not keep to, which it says by #pragma yogi unkept
	Elsewhere []Elsewhere    // contracts, of files of contracts, of functions that the file does not define
	// RoundedConstants: something that is not a floating number was computed of Constants that are Rounded.
	RoundedConstants bool
}

// Unread is a part of a function's contract that is not used.
type Unread struct {
	Function, Text string
	Pos            source.Pos
}

// Elsewhere is a contract of a function that another file may define.
type Elsewhere struct {
	Function string
	Pos      source.Pos
}

// Assumed is something that a main takes for granted of those that it stands for, as it says by
// #pragma yogi assumed "TEXT".
type Assumed struct {
	Text string
	Pos  source.Pos
}

// NamedType is a type as C can name it: a typedef's name, or "struct tag".
type NamedType struct {
	Name string
	Type *Type
}

// Handler is the code of a rule for an event. Its parameters are the function's, called $1, $2, ..., and for
// exit and return of a function with a result that result, called $return.
type Handler struct {
	Number   int          // of the handler in the rule
	Unit     int          // number of the file behind which it was read
	Observed *FunctionDef // the function, nil for the program
	Function string       // "program" for start and end
	Event    string       // call, entry, exit, return, start, end
	Def      *FunctionDef
	Result   *Object // $return, or nil
}

// Initializer is a flat list of stores into an object that is otherwise zero; later entries override.
type Initializer struct {
	Entries []InitEntry
}

// InitEntry initialises the scalar, or the struct/union by a whole value, at Offset.
type InitEntry struct {
	Offset    int64
	Type      *Type
	BitOffset int64
	BitWidth  int64
	Value     Expr // converted to Type; for a char array from a string literal: a *StringInit
	Pos       source.Pos
}

// SameSignature says that the results and the parameters of two types of functions are the same in the sense of same; a
// function without a prototype has any parameters.
func SameSignature(x, y *Type, same func(x, y *Type) bool) bool {
	return same(x.Result, y.Result) && SameParams(x, y, same)
}

// SameParams says it of the parameters alone.
func SameParams(x, y *Type, same func(x, y *Type) bool) bool {
	return x.Unspecified || y.Unspecified || x.Variadic == y.Variadic && slices.EqualFunc(x.Params, y.Params, same)
}

// TypesOf are the types of expressions.
func TypesOf(exprs []Expr) []*Type {
	out := make([]*Type, len(exprs))
	for i, e := range exprs {
		out[i] = e.ExprType()
	}
	return out
}

// LeadsToWritable says that an object of a type may hold a pointer to one that is not constant, or
// to one that holds such a pointer: who is shown the object may write more than it.
func LeadsToWritable(t *Type) bool { return leadsToWritable(t, map[*Type]bool{}) }

func leadsToWritable(t *Type, seen map[*Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind {
	case Pointer:
		return t.Elem == nil || t.Elem.Kind != Function && (!t.Elem.Const || leadsToWritable(t.Elem, seen))
	case Array:
		return leadsToWritable(t.Elem, seen)
	case Struct, Union:
		for _, f := range t.Fields {
			if leadsToWritable(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
