package clib

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Trait is something that the table says of functions by name alone.
type Trait string

// The traits, by their words in the table, whose head says what they mean.
const (
	Fixed      Trait = "fixed"
	Driven     Trait = "driven"
	OnStreams  Trait = "streams"
	Unmodelled Trait = "unmodelled"
	Computes   Trait = "computes"
	Prints     Trait = "prints"
	Scans      Trait = "scans"
)

// Is says that the table has a function under a trait.
func Is(name string, t Trait) bool { return table.traits[t][name] }

// MayGive says that the driver of a test may give a value, of width bits, as the result of a
// function that is Driven: the machine's function returns it in some world, whatever happened before.
// A function that has no values of its own in the table may give what its line says that it returns,
// which the program that was checked assumes already.
func MayGive(name string, value uint64, width int) bool {
	values, ok := table.given[name]
	if !ok {
		return true
	}
	if values.low < 0 && width < 64 && value>>(width-1)&1 == 1 {
		value |= ^uint64(0) << width
	}
	if values.low < 0 {
		return values.low <= int64(value) && int64(value) <= values.high
	}
	return uint64(values.low) <= value && value <= uint64(values.high)
}

// values are numbers from low to high.
type values struct{ low, high int64 }

// traits has the names under each trait.
type traits map[Trait]map[string]bool

func newTraits() traits {
	out := traits{}
	for _, t := range []Trait{Fixed, Driven, OnStreams, Unmodelled, Computes, Prints, Scans} {
		out[t] = map[string]bool{}
	}
	return out
}

// parseTraits reads WORD: NAME NAME ..., and behind the word driven the values that its functions may be
// given; isTraits is false for a line of another form.
func (f *functions) parseTraits(line string) (isTraits bool, err error) {
	word, names, ok := strings.Cut(line, ":")
	if !ok || strings.Contains(word, "(") {
		return false, nil
	}
	word, given, isGiven := strings.Cut(word, " ")
	of := f.traits[Trait(word)]
	if of == nil || isGiven && Trait(word) != Driven {
		return true, fmt.Errorf("the word %s is unknown", word)
	}
	for _, name := range strings.Fields(names) {
		if isGiven {
			if f.given[name], err = parseValues(given); err != nil {
				return true, err
			}
		}
		if of[name] {
			return true, fmt.Errorf("%s is there twice", name)
		}
		of[name] = true
	}
	return true, nil
}

// parseValues reads LOW..HIGH.
func parseValues(words string) (v values, err error) {
	low, high, ok := strings.Cut(words, "..")
	if v.low, err = strconv.ParseInt(low, 10, 64); err == nil {
		v.high, err = strconv.ParseInt(high, 10, 64)
	}
	if err != nil || !ok || v.low > v.high {
		return v, fmt.Errorf("%q are no values from LOW to HIGH", words)
	}
	return v, nil
}

// checkDriven reports a function whose results the driver of a test may choose and of whose results
// nothing is said: a test could have it return what no machine's does.
func (f *functions) checkDriven() error {
	for _, name := range slices.Sorted(maps.Keys(f.traits[Driven])) {
		line := f.byName[name]
		if _, ok := f.given[name]; !ok && (line == nil || line.Result.Kind == Any) {
			return fmt.Errorf("%s is driven, and nothing says what it returns", name)
		}
	}
	return nil
}
