package main

import (
	"fmt"
	"regexp"
	"strings"

	"yogi/internal/mutate"
)

// called finds names before a parenthesis.
var called = regexp.MustCompile(`\b[A-Za-z_]\w*\b\s*\(`)

// editsOf are the edits of a file at one place each, in an order that a seed draws.
func editsOf(path, text string, seed uint64) []mutate.Mutant {
	var all []mutate.Mutant
	if strings.HasSuffix(path, ".bpl") {
		all = boogieEdits(text)
	} else {
		var names []string
		for _, match := range called.FindAllString(text, -1) {
			names = append(names, strings.TrimSpace(strings.TrimSuffix(match, "(")))
		}
		all = mutate.Mutants(text, names)
	}
	return mutate.Sample(all, len(all), seed)
}

// simple are statements of Boogie on a line of their own.
var simple = regexp.MustCompile(`^\s+(?:(call)\s.*|(assume)\s+((?:\{[^}]*\}\s*)*)(.*)|([\w.$#~@]+(?:\[.*\])?)\s*:=.*);\s*$`)

// boogieEdits are the same kinds of edits of a Boogie program as it is printed, with a statement on each line: calls
// and assignments are dropped, doubled or exchanged with the next one, and assumptions are negated.
func boogieEdits(text string) []mutate.Mutant {
	lines := strings.Split(text, "\n")
	var all []mutate.Mutant
	add := func(kind mutate.Kind, i int, what string, now ...string) {
		changed := append(append(append([]string(nil), lines[:i]...), now...), lines[i+len(now):]...)
		all = append(all, mutate.Mutant{Kind: kind, Line: i + 1, What: what, Text: strings.Join(changed, "\n")})
	}
	for i, line := range lines {
		m := simple.FindStringSubmatch(line)
		switch {
		case m == nil:
		case m[2] != "":
			add(mutate.Negate, i, "assume", fmt.Sprintf("assume %s!(%s);", m[3], m[4]))
		default:
			what := m[1] + m[5]
			add(mutate.Drop, i, what, "")
			add(mutate.Duplicate, i, what, line+line)
			if next := simple.FindStringSubmatch(lines[i+1]); next != nil && next[2] == "" {
				add(mutate.Reorder, i, what, lines[i+1], line)
			}
		}
	}
	return all
}
