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
)

// Is says that the table has a function under a trait.
func Is(name string, t Trait) bool { return table.traits[t][name] }

// traits has the names under each trait.
type traits map[Trait]map[string]bool

func newTraits() traits {
	out := traits{}
	for _, t := range []Trait{Fixed, Driven, OnStreams, Unmodelled, Computes, Prints, Scans} {
		out[t] = map[string]bool{}
	}
	return out
}

// parseLine reads WORD: NAME NAME ...; isTraits is false for a line of another form.
func (t traits) parseLine(line string) (isTraits bool, err error) {
	word, names, ok := strings.Cut(line, ":")
	if !ok || strings.ContainsAny(word, " (") {
		return false, nil
	}
	of := t[Trait(word)]
	if of == nil {
		return true, fmt.Errorf("the word %s is unknown", word)
	}
	for _, name := range strings.Fields(names) {
		if of[name] {
			return true, fmt.Errorf("%s is there twice", name)
		}
		of[name] = true
	}
	return true, nil
}
