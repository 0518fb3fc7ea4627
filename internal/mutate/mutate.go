// Package mutate makes defects of correct C programs: programs in which one call is dropped,
// doubled or moved, or one test is negated, as a hurried programmer would. Which of them break a
// rule is found by running them under the rule's monitor with random inputs (Confirm), so the known
// answers of a table do not come from the checker that the table is about.
package mutate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Kind is a kind of change to the program. The zero value is invalid.
type Kind uint8

// The kinds.
const (
	InvalidKind Kind = iota
	Drop             // a call that is a statement is left out
	Duplicate        // it is made twice
	Reorder          // it changes places with the statement behind it
	Negate           // the condition of an if is negated
)

// String is the kind's name in tables.
func (k Kind) String() string {
	return [...]string{"invalid", "drop", "duplicate", "reorder", "negate"}[k]
}

// Mutant is a program with one change. Lines keep their numbers. A large file has thousands, so the text of each is
// made when it is asked for.
type Mutant struct {
	Kind     Kind
	Line     int    // of the change
	What     string // the function that is called, or "if"
	original string
	from, to int // what is replaced in it
	with     string
}

// Text is that of the whole file.
func (m Mutant) Text() string { return m.original[:m.from] + m.with + m.original[m.to:] }

// Edit is the mutant of a file in which a piece is replaced.
func Edit(text string, kind Kind, what string, from, to int, with string) Mutant {
	return change(text, token{offset: from}, kind, what, from, to, with)
}

// Name tells a mutant from the others of its program.
func (m Mutant) Name() string { return fmt.Sprintf("%s-%s-%d", m.Kind, m.What, m.Line) }

// Mutants are all mutants of a file, in the order of the text. A call counts if its function is among those named.
func Mutants(text string, functions []string) []Mutant {
	tokens := scan(text)
	var all []Mutant
	for i, t := range tokens {
		if i == 0 || t.depth == 0 {
			continue
		}
		switch {
		case t.text == "if" && i+1 < len(tokens) && tokens[i+1].text == "(":
			if end := closing(tokens, i+1); end > 0 {
				inner := text[tokens[i+1].offset+1 : tokens[end].offset]
				all = append(all, change(text, t, Negate, "if", tokens[i+1].offset+1, tokens[end].offset, "!("+inner+")"))
			}
		case slices.Contains(functions, t.text) && beginsStatement(tokens, i):
			end := callEnd(tokens, i)
			if end < 0 {
				continue
			}
			from, to := t.offset, tokens[end].offset+1
			call := text[from:to]
			all = append(all, change(text, t, Drop, t.text, from, to, ";"))
			all = append(all, change(text, t, Duplicate, t.text, from, to, "{ "+call+" "+call+" }"))
			if next := simpleStatementEnd(tokens, end+1); next > 0 && tokens[i-1].text != ")" && tokens[i-1].text != "else" {
				last := tokens[next].offset + 1
				between := text[to:tokens[end+1].offset]
				all = append(all, change(text, t, Reorder, t.text, from, last, text[tokens[end+1].offset:last]+between+call))
			}
		}
	}
	return all
}

// Calls says that the text calls one of some functions.
func Calls(text string, functions []string) bool {
	tokens := scan(text)
	for i, t := range tokens {
		if t.depth > 0 && slices.Contains(functions, t.text) && i+1 < len(tokens) && tokens[i+1].text == "(" {
			return true
		}
	}
	return false
}

// Sample takes so many of the mutants at random, all kinds of change and all places alike.
func Sample(all []Mutant, count int, seed uint64) []Mutant {
	chosen := slices.Clone(all)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen[:min(count, len(chosen))]
}

func change(text string, at token, kind Kind, what string, from, to int, with string) Mutant {
	if missing := strings.Count(text[from:to], "\n") - strings.Count(with, "\n"); missing > 0 {
		with += strings.Repeat("\n", missing)
	}
	return Mutant{kind, 1 + strings.Count(text[:at.offset], "\n"), what, text, from, to, with}
}

// beginsStatement says that a statement begins with token i.
func beginsStatement(tokens []token, i int) bool {
	switch before := tokens[i-1].text; before {
	case ";", "{", "}", "else", "do":
		return true
	case ":":
		return i >= 2 && tokens[i-2].isWord() && (i < 3 || tokens[i-3].text != "?") // behind a label
	case ")":
		open := opening(tokens, i-1)
		return open > 0 && slices.Contains([]string{"if", "while", "for", "switch"}, tokens[open-1].text)
	}
	return false
}

// callEnd is the semicolon of the statement that is the call at token i, or -1.
func callEnd(tokens []token, i int) int {
	if i+1 >= len(tokens) || tokens[i+1].text != "(" {
		return -1
	}
	end := closing(tokens, i+1)
	if end < 0 || end+1 >= len(tokens) || tokens[end+1].text != ";" {
		return -1
	}
	return end + 1
}

// simpleStatementEnd is the semicolon of the expression statement that begins with token i, or -1
// where another statement begins.
func simpleStatementEnd(tokens []token, i int) int {
	if i >= len(tokens) || slices.Contains([]string{"if", "while", "for", "do", "switch", "return", "goto", "break", "continue", "case", "default", "{", "}", ";"}, tokens[i].text) {
		return -1
	}
	if i+1 < len(tokens) && tokens[i+1].text == ":" {
		return -1
	}
	for ; i < len(tokens); i++ {
		switch tokens[i].text {
		case "(", "[":
			if i = closing(tokens, i); i < 0 {
				return -1
			}
		case "{", "}":
			return -1
		case ";":
			return i
		}
	}
	return -1
}
