package concrete

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// mostInTurn bounds the values that are told one after the other, equal ones behind one another being one.
const mostInTurn = 16

// told says what became of the values in the rounds behind the first one: of those that grow or fall evenly the last,
// which tells the others, and of those that do not all, since the end of the run may depend on any of them.
func told(l *line) string {
	var last, inTurn []string
	for _, name := range namesIn(l.round(0)) {
		rounds := make([][]string, l.count())
		for i := range rounds {
			rounds[i] = valuesOf(name, l.round(i))
		}
		switch of := slices.Concat(rounds[1:]...); {
		case !areEven(rounds):
			inTurn = append(inTurn, name+listed(of))
		case isOutermost(name, l.round(0)) && slices.ContainsFunc(of, func(v string) bool { return v != rounds[0][len(rounds[0])-1] }):
			last = append(last, name+of[len(of)-1])
		}
	}
	text := ""
	if len(last) > 0 {
		text += ", up to " + strings.Join(last, ", ")
	}
	if len(inTurn) > 0 {
		text += "; one after the other " + strings.Join(inTurn, "; ")
	}
	return text
}

// namesIn are the names that have values in a round, those of loops inside it too.
func namesIn(round []line) []string {
	var names []string
	for i := range round {
		l := &round[i]
		of := []string{l.name}
		if l.rounds != nil {
			of = namesIn(l.round(0))
		}
		for _, name := range of {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// valuesOf are those that a name has in the course of a round.
func valuesOf(name string, round []line) []string {
	var out []string
	for i := range round {
		switch l := &round[i]; {
		case l.rounds != nil:
			out = append(out, valuesOf(name, l.rounds)...)
		case l.name == name:
			out = append(out, l.value)
		}
	}
	return out
}

// isOutermost says that a name has a value in lines of a round that are in no loop inside it.
func isOutermost(name string, round []line) bool {
	return slices.ContainsFunc(round, func(l line) bool { return l.rounds == nil && l.name == name })
}

// areEven says that the values of a name go on evenly: where all rounds have as many values, each from round to round;
// where a loop inside a round has not always as many rounds, all values in each round, and the first ones from round
// to round.
func areEven(rounds [][]string) bool {
	sameCount := !slices.ContainsFunc(rounds, func(r []string) bool { return len(r) != len(rounds[0]) })
	if sameCount {
		for at := range rounds[0] {
			column := make([]string, len(rounds))
			for i, r := range rounds {
				column[i] = r[at]
			}
			if !isEven(column) {
				return false
			}
		}
		return true
	}
	var first []string
	for _, r := range rounds {
		if !isEven(r) {
			return false
		}
		first = append(first, r[0])
	}
	return isEven(first)
}

var (
	number = regexp.MustCompile(`-?[0-9]+`)
	// noInteger matches texts whose digits do not count up as those of an integer.
	noInteger = regexp.MustCompile(`[0-9]\.[0-9]|0x|[0-9]e[-+]`)
)

// isEven says that values differ in one number or in none, which grows or falls by the same from each to the next.
// buf is buf + 0 here.
func isEven(values []string) bool {
	if len(values) < 2 {
		return true
	}
	var step, before []*big.Int
	text := number.ReplaceAllString(values[1], "0")
	for i, value := range values {
		if text == value+" + 0" {
			value += " + 0"
		}
		if number.ReplaceAllString(value, "0") != text || noInteger.MatchString(value) && value != values[0] {
			return false
		}
		var now []*big.Int
		for _, digits := range number.FindAllString(value, -1) {
			n, _ := new(big.Int).SetString(digits, 10)
			now = append(now, n)
		}
		for k := range now {
			if i == 0 {
				continue
			}
			difference := new(big.Int).Sub(now[k], before[k])
			if i == 1 {
				step = append(step, difference)
			} else if step[k].Cmp(difference) != 0 {
				return false
			}
		}
		before = now
	}
	return true
}

// listed are values one after the other, equal ones behind one another being told once. Of too many the last is told
// behind the first ones.
func listed(values []string) string {
	var runs []string
	for i := 0; i < len(values); {
		n := 1
		for i+n < len(values) && values[i+n] == values[i] {
			n++
		}
		run := values[i]
		if n > 1 {
			run += fmt.Sprintf(" (%d times)", n)
		}
		runs = append(runs, run)
		i += n
	}
	if n := len(runs); n > mostInTurn {
		runs = append(append(runs[:mostInTurn-1], "..."), runs[n-1])
	}
	return strings.Join(runs, ", ")
}
