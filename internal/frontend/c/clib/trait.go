package clib

import (
	"fmt"
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
	SetsErrno  Trait = "sets"
	Terminates Trait = "terminates"
	FailsAsOne Trait = "minus"
)

// Is says that the table has a function under a trait.
func Is(name string, t Trait) bool { return table.traits[t][name] }

// traits has the names under each trait.
type traits map[Trait]map[string]bool

func newTraits() traits {
	out := traits{}
	for _, t := range []Trait{Fixed, Driven, OnStreams, Unmodelled, Computes, Prints, Scans, SetsErrno, Terminates, FailsAsOne} {
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
