package clib

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// What the driver of a test may do in the place of functions whose results the world decides.

// MayGive says that the driver of a test may give a value, of width bits, as the result of a
// function that is Driven: the machine's function returns it in some world, whatever happened before.
// A function that has no values of its own in the table may give what its line says that it returns,
// which the program that was checked assumes already.
func MayGive(name string, value uint64, width int) bool {
	values, ok := table.given[name]
	if !ok {
		return true
	}
	if values.Low < 0 && width < 64 && value>>(width-1)&1 == 1 {
		value |= ^uint64(0) << width
	}
	if values.Low < 0 {
		return values.Low <= int64(value) && int64(value) <= values.High
	}
	return uint64(values.Low) <= value && value <= uint64(values.High)
}

// Values are the numbers from Low to High.
type Values struct{ Low, High int64 }

// Need is a condition on an argument without which a function fails. The zero value is invalid.
type Need struct {
	Param  int // the number of the parameter, from 1
	Kind   NeedKind
	IsLong bool // of InRanges: it is a long, else an int
	Ranges []Values
}

// NeedKind is the kind of a need.
type NeedKind uint8

// The kinds of needs.
const (
	InvalidNeed NeedKind = iota
	Descriptor           // a number that is not negative, and of none that was closed
	Readable             // a descriptor, not one that was opened to write alone
	Writable             // a descriptor, not one that was opened to read alone
	Socket               // a descriptor that is no file's
	InOrder              // a socket of a kind that listens
	Listening            // a socket that listen was called of
	Connected            // a socket that is connected
	Folder               // the same, or AT_FDCWD
	Path                 // a text that is not empty, nor the path of a device or of a folder that is always there
	Place                // a text that is not empty
	Output               // a stream that was not opened to read alone
	StreamMode           // a text that begins with r, w or a
	InRanges             // a number in one of the ranges
)

// Needs lists the conditions on a function's arguments that the table has. It may leave out
// arguments with which the machine's function does not fail.
func Needs(name string) []Need { return table.needs[name] }

var needKinds = map[string]NeedKind{
	"descriptor": Descriptor, "readable": Readable, "writable": Writable, "socket": Socket, "listening": Listening, "connected": Connected,
	"ordered": InOrder, "place": Place, "output": Output,
	"folder": Folder, "path": Path, "mode": StreamMode, "int": InRanges, "long": InRanges,
}

// parseNeeds reads $N KIND RANGE ...: NAME NAME ...
func (f *functions) parseNeeds(line string) error {
	head, names, _ := strings.Cut(line, ":")
	words := strings.Fields(head)
	if len(words) < 2 || needKinds[words[1]] == InvalidNeed {
		return fmt.Errorf("not of the form needs $N KIND: NAME: %s", line)
	}
	need := Need{Kind: needKinds[words[1]], IsLong: words[1] == "long"}
	var err error
	if need.Param, err = strconv.Atoi(strings.TrimPrefix(words[0], "$")); err != nil || need.Param < 1 {
		return fmt.Errorf("%s is no parameter", words[0])
	}
	for _, word := range words[2:] {
		v, err := parseValues(word)
		if err != nil {
			return err
		}
		need.Ranges = append(need.Ranges, v)
	}
	if (need.Kind == InRanges) != (len(need.Ranges) > 0) {
		return fmt.Errorf("%q: a number, and nothing else, has ranges", head)
	}
	for _, name := range strings.Fields(names) {
		f.needs[name] = append(f.needs[name], need)
	}
	return nil
}

// parseValues reads LOW..HIGH, where HIGH may be -, an end that is open.
func parseValues(words string) (v Values, err error) {
	low, high, ok := strings.Cut(words, "..")
	if v.Low, err = strconv.ParseInt(low, 10, 64); err == nil {
		if v.High = math.MaxInt64; high != "-" {
			v.High, err = strconv.ParseInt(high, 10, 64)
		}
	}
	if err != nil || !ok || v.Low > v.High {
		return v, fmt.Errorf("%q are no values from LOW to HIGH", words)
	}
	return v, nil
}

// checkDriven reports a function whose results the driver of a test may choose and of whose results
// nothing is said: a test could have it return what no machine's does. It reports needs that nobody asks for, too.
func (f *functions) checkDriven() error {
	for _, name := range slices.Sorted(maps.Keys(f.traits[Driven])) {
		line := f.byName[name]
		if _, ok := f.given[name]; !ok && (line == nil || line.Result.Kind == Any) {
			return fmt.Errorf("%s is driven, and nothing says what it returns", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.needs)) {
		isOutput := func(n Need) bool { return n.Kind == Output } // whose place is taken under a rule
		if !f.traits[Driven][name] && !slices.ContainsFunc(f.needs[name], isOutput) {
			return fmt.Errorf("%s needs something of its arguments, and is not driven: no driver takes its place", name)
		}
	}
	return nil
}
