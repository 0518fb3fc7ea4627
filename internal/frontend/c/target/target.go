// Package target describes the machines and systems that C programs are read for: what the language leaves to the
// implementation, as gcc decides it there.
package target

import (
	"fmt"
	"strings"

	"yogi/internal/ir"
)

// Target is one of them. Sizes and alignments are in bytes.
type Target struct {
	Name  string // as --target has it
	Model ir.DataModel
	// Word is the alignment of scalars of eight bytes inside structs.
	Word             int64
	LongDouble       int64 // size of long double
	LongDoubleAlign  int64
	LongDoubleDigits int   // bits of its significand: 64 is x87's format, 113 binary128, 53 that of double
	LargestAlignment int64 // the one that the attribute aligned has without a number
	CharUnsigned     bool  // plain char is unsigned
	ShortEnums       bool  // an enumeration has the smallest type that holds its values
	BitFieldsAlign   bool  // bit-fields without a name align a struct as those with one do (AAPCS)
	WideRegisters    bool  // compilers may compute float and double in registers of more bits
	FusesMultiply    bool  // gcc makes one operation of a multiplication and an addition of floats, unless told not to
	FloatLibrary     bool  // floats are computed by functions that a C library may bring
	DividesAll       bool  // a division by zero, or one whose result does not fit, gives some number and ends no run
	Lists            Lists
	X86              bool // inline assembly is that of x86
	Bare             bool // programs run without a system, and get at devices through numbers that are addresses
	// Narrow: int and pointers have 16 bits. What is written for ints of 32 is refused there: see lower/narrow.go.
	Narrow           bool
	ShortDouble      bool  // double and long double are float
	Unaligned        bool  // no type asks for more than the alignment of a byte, bit-fields neither
	WideCharacter    int64 // size of wchar_t
	WideSigned       bool
	MSBitFields      bool // bit-fields are laid out as Microsoft's compilers do
	MSKeywords       bool // __int64, __try and their like
	LargeByReference bool // variable arguments of more than eight bytes are passed as pointers to copies
	predefined       string
}

// Lists says how a target represents a va_list.
type Lists int

const (
	_            Lists = iota
	SystemVLists       // an array of one struct, with the offsets of registers and the address of what is on the stack
	PointerLists       // a pointer into the arguments
	StructLists        // a struct that holds such a pointer, which is the first member, and is copied with it (AAPCS)
	AArch64Lists       // a struct of the places of registers and stack (AAPCS64)
)

// Predefined is the name of the file of predefined macros.
func (t *Target) Predefined() string { return t.predefined }

// Pointer is the size of a pointer.
func (t *Target) Pointer() int64 { return int64(t.Model.PointerWidth / 8) }

// Int is the size of int.
func (t *Target) Int() int64 {
	if t.Narrow {
		return 2
	}
	return 4
}

// LargestObject bounds the size of an object: differences of pointers into it fit ptrdiff_t.
func (t *Target) LargestObject() int64 { return 1<<(t.Model.PointerWidth-1) - 1 }

// Long is the size of long.
func (t *Target) Long() int64 { return int64(t.Model.LongWidth / 8) }

var all = []*Target{
	{
		Name: "x86_64-linux", Model: ir.DataModel{Name: "LP64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32},
		Word: 8, LongDouble: 16, LongDoubleAlign: 16, LongDoubleDigits: 64, LargestAlignment: 16, WideCharacter: 4, WideSigned: true, Lists: SystemVLists, X86: true,
		predefined: "lp64.h",
	},
	{
		Name: "i686-linux", Model: ir.DataModel{Name: "ILP32", PointerWidth: 32, LongWidth: 32, GranuleBits: 12},
		Word: 4, LongDouble: 12, LongDoubleAlign: 4, LongDoubleDigits: 64, LargestAlignment: 16, WideCharacter: 4, WideSigned: true, Lists: PointerLists, WideRegisters: true, X86: true,
		predefined: "ilp32.h",
	},
	{
		Name: "x86_64-windows", Model: ir.DataModel{Name: "LLP64", PointerWidth: 64, LongWidth: 32, GranuleBits: 32},
		Word: 8, LongDouble: 16, LongDoubleAlign: 16, LongDoubleDigits: 64, LargestAlignment: 16, WideCharacter: 2, Lists: PointerLists, MSBitFields: true, MSKeywords: true, X86: true,
		LargeByReference: true, predefined: "llp64.h",
	},
	{
		Name: "i686-windows", Model: ir.DataModel{Name: "ILP32-windows", PointerWidth: 32, LongWidth: 32, GranuleBits: 12},
		Word: 8, LongDouble: 12, LongDoubleAlign: 4, LongDoubleDigits: 64, LargestAlignment: 16, WideCharacter: 2, Lists: PointerLists, MSBitFields: true, MSKeywords: true,
		WideRegisters: true, X86: true, predefined: "ilp32-windows.h",
	},
	{
		Name: "aarch64-linux", Model: ir.DataModel{Name: "LP64-aarch64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32},
		Word: 8, LongDouble: 16, LongDoubleAlign: 16, LongDoubleDigits: 113, LargestAlignment: 16, CharUnsigned: true, BitFieldsAlign: true, FusesMultiply: true, DividesAll: true,
		WideCharacter: 4, Lists: AArch64Lists, predefined: "aarch64.h",
	},
	{
		Name: "arm-none-eabi", Model: ir.DataModel{Name: "ILP32-arm", PointerWidth: 32, LongWidth: 32, GranuleBits: 12},
		Word: 8, LongDouble: 8, LongDoubleAlign: 8, LongDoubleDigits: 53, LargestAlignment: 8, CharUnsigned: true, BitFieldsAlign: true, FusesMultiply: true, Bare: true, DividesAll: true, ShortEnums: true,
		WideCharacter: 4, Lists: StructLists, predefined: "arm.h",
	},
	{
		Name: "riscv64", Model: ir.DataModel{Name: "LP64-riscv64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32},
		Word: 8, LongDouble: 16, LongDoubleAlign: 16, LongDoubleDigits: 113, LargestAlignment: 16, CharUnsigned: true, FusesMultiply: true, DividesAll: true,
		WideCharacter: 4, WideSigned: true, Lists: PointerLists, predefined: "riscv64.h",
	},
	{
		Name: "riscv32", Model: ir.DataModel{Name: "ILP32-riscv32", PointerWidth: 32, LongWidth: 32, GranuleBits: 12},
		Word: 8, LongDouble: 16, LongDoubleAlign: 16, LongDoubleDigits: 113, LargestAlignment: 16, CharUnsigned: true, FusesMultiply: true, Bare: true, DividesAll: true,
		WideCharacter: 4, WideSigned: true, Lists: PointerLists, predefined: "riscv32.h",
	},
	{
		Name: "avr", Model: ir.DataModel{Name: "IP16-avr", PointerWidth: 16, LongWidth: 32, GranuleBits: 6},
		Word: 1, LongDouble: 4, LongDoubleAlign: 1, LongDoubleDigits: 24, LargestAlignment: 1, Narrow: true, ShortDouble: true, Unaligned: true, FloatLibrary: true, Bare: true, DividesAll: true,
		WideCharacter: 2, WideSigned: true, Lists: PointerLists, predefined: "avr.h",
	},
}

// Named is the target called name, or whose data model is; the empty name is the first.
func Named(name string) (*Target, error) {
	var names []string
	for _, t := range all {
		if name == "" || t.Name == name || t.Model.Name == name {
			return t, nil
		}
		names = append(names, t.Model.Name)
	}
	return nil, fmt.Errorf("data model %q is none of %s", name, strings.Join(names, ", "))
}

// Models lists the names of the data models, the default first.
func Models() []string {
	var names []string
	for _, t := range all {
		names = append(names, t.Model.Name)
	}
	return names
}

// Names lists the targets.
func Names() []string {
	var names []string
	for _, t := range all {
		names = append(names, t.Name)
	}
	return names
}
