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
	LongDouble       int64 // size of long double, whose value has 80 bits
	LongDoubleAlign  int64
	WideCharacter    int64 // size of wchar_t
	WideSigned       bool
	PointerList      bool // va_list is a pointer into the arguments, not an array of a struct
	MSBitFields      bool // bit-fields are laid out as Microsoft's compilers do
	MSKeywords       bool // __int64, __try and their like
	LargeByReference bool // variable arguments of more than eight bytes are passed as pointers to copies
	predefined       string
}

// Predefined is the name of the file of predefined macros.
func (t *Target) Predefined() string { return t.predefined }

// Pointer is the size of a pointer.
func (t *Target) Pointer() int64 { return int64(t.Model.PointerWidth / 8) }

// Long is the size of long.
func (t *Target) Long() int64 { return int64(t.Model.LongWidth / 8) }

var all = []*Target{
	{
		Name: "x86_64-linux", Model: ir.DataModel{Name: "LP64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32},
		Word: 8, LongDouble: 16, LongDoubleAlign: 16, WideCharacter: 4, WideSigned: true, predefined: "lp64.h",
	},
	{
		Name: "i686-linux", Model: ir.DataModel{Name: "ILP32", PointerWidth: 32, LongWidth: 32, GranuleBits: 12},
		Word: 4, LongDouble: 12, LongDoubleAlign: 4, WideCharacter: 4, WideSigned: true, PointerList: true, predefined: "ilp32.h",
	},
	{
		Name: "x86_64-windows", Model: ir.DataModel{Name: "LLP64", PointerWidth: 64, LongWidth: 32, GranuleBits: 32},
		Word: 8, LongDouble: 16, LongDoubleAlign: 16, WideCharacter: 2, PointerList: true, MSBitFields: true, MSKeywords: true,
		LargeByReference: true, predefined: "llp64.h",
	},
	{
		Name: "i686-windows", Model: ir.DataModel{Name: "ILP32-windows", PointerWidth: 32, LongWidth: 32, GranuleBits: 12},
		Word: 8, LongDouble: 12, LongDoubleAlign: 4, WideCharacter: 2, PointerList: true, MSBitFields: true, MSKeywords: true,
		predefined: "ilp32-windows.h",
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

// Names lists the targets.
func Names() []string {
	var names []string
	for _, t := range all {
		names = append(names, t.Name)
	}
	return names
}
