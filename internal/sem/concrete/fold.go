package concrete

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/verdict"
)

// line is a step of a trace before it is folded: its text is Text, or else a name, and the value behind it.
type line struct {
	verdict.Step
	name, value string
	rounds      []line // of a folded line: the first round; Text, name and value are empty
	count       int    // rounds there are
	last        []line // the last round
}

// Rounds of a loop are folded where at least leastRounds of them, of at most mostPeriod lines, differ in values
// alone.
const (
	leastRounds = 3
	mostPeriod  = 60
)

// key tells lines apart but for their values.
func (l *line) key() string {
	if l.rounds == nil {
		return fmt.Sprintf("%s:%d %d %s%s", l.Pos.File, l.Pos.Line, l.Depth, l.Text, l.name)
	}
	keys := make([]string, len(l.rounds))
	for i := range l.rounds {
		keys[i] = l.rounds[i].key()
	}
	return "[" + strings.Join(keys, "|") + "]"
}

// fold folds loops from the inside out, as often as there is something to fold.
func fold(lines []line) []line {
	for period := 1; period <= mostPeriod; period++ {
		if folded := foldPeriod(lines, period); len(folded) < len(lines) {
			lines, period = folded, 0
		}
	}
	return lines
}

// foldPeriod folds rounds of so many lines.
func foldPeriod(lines []line, period int) []line {
	keys := make([]string, len(lines))
	for i := range lines {
		keys[i] = lines[i].key()
	}
	var out []line
	for i := 0; i < len(lines); {
		n := rounds(keys[i:], period)
		if n < leastRounds || period == 1 && lines[i].rounds != nil {
			out = append(out, lines[i])
			i++
			continue
		}
		out = append(out, line{rounds: lines[i : i+period], count: n, last: lines[i+(n-1)*period : i+n*period]})
		i += n * period
	}
	return out
}

// rounds counts how often the first lines are repeated.
func rounds(keys []string, period int) int {
	if len(keys) < leastRounds*period {
		return 1
	}
	n := 1
	for (n+1)*period <= len(keys) && slices.Equal(keys[:period], keys[n*period:(n+1)*period]) {
		n++
	}
	return n
}

// unfolded is the lines of a trace in the order in which a person reads them: of rounds the first one, then what
// the others have.
func unfolded(lines []line) []verdict.Step {
	var out []verdict.Step
	for _, l := range lines {
		if l.rounds == nil {
			step := l.Step
			step.Text += l.name + l.value
			out = append(out, step)
			continue
		}
		inner := unfolded(l.rounds)
		out = append(out, inner...)
		summary := inner[0]
		summary.Text = fmt.Sprintf("... %d more rounds of these lines", l.count-1)
		if changes := changes(l.rounds, l.last); len(changes) > 0 {
			summary.Text += ", up to " + strings.Join(changes, ", ")
		}
		out = append(out, summary)
	}
	return out
}

// changes are the values of the last round that differ from those of the first, the last of each name.
func changes(first, last []line) []string {
	var names, out []string
	for i := range last {
		if last[i].rounds != nil {
			continue
		}
		if name, value := last[i].name, last[i].value; name != "" && value != first[i].value {
			if at := slices.Index(names, name); at >= 0 {
				out[at] = name + value
				continue
			}
			names, out = append(names, name), append(out, name+value)
		}
	}
	return out
}
