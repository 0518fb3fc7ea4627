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
	var all []mutate.Mutant
	lines := strings.Split(text, "\n")
	offset := 0
	for i, line := range lines {
		end := offset + len(line)
		add := func(kind mutate.Kind, what string, to int, with string) {
			all = append(all, mutate.Edit(text, kind, what, offset, to, with))
		}
		m := simple.FindStringSubmatch(line)
		switch {
		case m == nil:
		case m[2] != "":
			add(mutate.Negate, "assume", end, fmt.Sprintf("assume %s!(%s);", m[3], m[4]))
		default:
			what := m[1] + m[5]
			add(mutate.Drop, what, end, "")
			add(mutate.Duplicate, what, end, line+line)
			if i+1 < len(lines) {
				next := lines[i+1]
				if n := simple.FindStringSubmatch(next); n != nil && n[2] == "" {
					add(mutate.Reorder, what, end+1+len(next), next+"\n"+line)
				}
			}
		}
		offset = end + 1
	}
	return all
}
