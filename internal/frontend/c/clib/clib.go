// Package clib has what is known of the functions of the C library, as data: what each reads and
// writes through its parameters, what its result may be, what else it does. functions.txt has it,
// and says how it is to be read.
//
// What is here holds of glibc as it runs (TestTable and the harness of this package compare) and of
// what C and POSIX say. A function that is not here is one of which nothing is known: a call of it
// may do anything to what it is given.
package clib

// Function holds what is known of one function.
type Function struct {
	Name   string
	Params []Parameter // those of its prototype, without the variable ones
	Result Result
	Errno  bool // it may set errno
	Ends   bool // it does not return
	World  bool // what it does depends on files, time, other processes
}

// Parameter holds what a function does with one of its parameters.
type Parameter struct {
	Optional bool   // it may be null
	Read     Amount // what is read through it
	Partly   bool   // only as much of Read is read as the call needs
	Write    Amount // what is written through it
	All      bool   // the whole of Write is written, at least where the call succeeds; else any part of it
	Points   int    // what is written points into what the parameter with this number (from 1) points into; 0: not so
	Format   Format // it is a format
	Role     Role
}

// IsPointer says that something is said of the parameter, which then is a pointer.
func (p Parameter) IsPointer() bool {
	isRole := p.Role != Ordinary && p.Role != Dividend && p.Role != Divisor
	return p.Optional || p.Format.Is || isRole || p.Read.Unit != Nothing || p.Write.Unit != Nothing
}

// Role is the purpose of a parameter, where that is more than to be read or written.
type Role uint8

// The roles.
const (
	Ordinary Role = iota
	Stream        // a FILE * that is open
	Opaque        // something that programs do not look into
	Kept          // the library keeps the pointer and may write through it later
	Held          // the library keeps the pointer and may give it back, and does not write through it
	Callback      // a function that the library calls
	Variable      // what happens to the memory behind it is not said
	Dividend      // a number that is divided
	Divisor       // a number that it is divided by
)

// Format is how a format is read and where its arguments are.
type Format struct {
	Scans bool // it converts input
	Wide  bool // it is a string of wide characters
	List  bool // its arguments are in a va_list, else they are the variable ones of the call
	Is    bool // it is a format
}

// Amount is how much is read or written. The zero value is nothing.
type Amount struct {
	Unit  Unit
	Count []Factor // the product of these many; empty: as long as a string is, or one
}

// Unit is the unit in which an amount counts.
type Unit uint8

// The units.
const (
	Nothing  Unit = iota
	String        // bytes up to the zero at the end of a string, and that; of Count at most
	Wide          // the same of wide characters
	Bytes         // Count bytes
	Elements      // Count objects of the type that the parameter points at
	Object        // one of those
)

// Factor is a constant, or the value of a parameter.
type Factor struct {
	Param int // its number from 1; 0: it is a constant
	Const uint64
}

// Result holds what a function returns.
type Result struct {
	Kind   ResultKind
	Param  int    // of Argument and Inside: the number of the parameter, from 1
	Buffer string // of Static: its name
	OrNull bool   // or a null pointer
	// OrOwn: or an object of the library. OrFresh: or a new object of the heap, which is what it is
	// where the argument is null.
	OrOwn, OrFresh bool
	Low, High      *Bound // of Range: nil for an end that is open
}

// ResultKind is the kind of a function's result. The zero value is invalid.
type ResultKind uint8

// The kinds of results.
const (
	InvalidResult ResultKind = iota
	Any                      // nothing is said
	None                     // no result
	Argument                 // the value of a parameter
	Inside                   // a pointer into the object that a parameter points into
	Static                   // an object of the library, the same for all functions with the name of its buffer
	Fresh                    // a new object of the heap
	OpenStream               // a FILE * that is open
	Own                      // an object of the library, or one that it was given before
	Range                    // an integer
)

// Bound is an end of a range: a number, or the value of a parameter.
type Bound struct {
	Param int // its number from 1; 0: it is a constant
	Const int64
	// Below: the range ends below the parameter's value; 0 is in it if that is 0.
	Below bool
}

var table = read(text)

// Lookup returns what is known of the function with a name; ok is false if nothing is.
func Lookup(name string) (f *Function, ok bool) {
	f, ok = table.byName[name]
	return f, ok
}

// Functions are all that is known, in the order of the table.
func Functions() []*Function { return table.all }

type functions struct {
	byName map[string]*Function
	all    []*Function
	traits traits
	needs  map[string][]Need
	given  map[string]Values // what the driver of a test may give for functions that are Driven
}

func read(text string) functions {
	out, err := parse(text)
	if err != nil {
		panic(err) // the embedded table is tested
	}
	return out
}
