package concrete

import (
	"fmt"
	"strings"

	"yogi/internal/verdict"
)

// line is a step of a trace before it is folded: its text is Text, or else a name, and the value behind it.
type line struct {
	verdict.Step
	name, value string
	step, visit int    // of the slicer: what the line tells of; 0: nothing
	rounds      []line // of a folded line: the lines of all rounds; Text, name and value are empty
	period      int    // lines of a round
}

// round is the lines of one round of a folded line.
func (l *line) round(i int) []line { return l.rounds[i*l.period : (i+1)*l.period] }

// count is how many rounds a folded line has.
func (l *line) count() int { return len(l.rounds) / l.period }

// Rounds of a loop are folded where at least leastRounds of them, of at most mostPeriod lines, differ in values
// alone.
const (
	leastRounds = 3
	mostPeriod  = 60
)

// fold folds loops from the inside out, as often as there is something to fold.
func fold(lines []line) []line {
	f := &folding{lines: lines, known: map[lineKey]int{}, sequences: map[[2]int]int{}}
	f.keys = make([]int, len(lines))
	for i := range lines {
		f.keys[i] = f.keyOf(&lines[i])
	}
	for period := 1; period <= mostPeriod; period++ {
		if f.repeats(period) {
			f.foldPeriod(period)
			period = 0
		}
	}
	return f.lines
}

// folding is a trace that is being folded. Traces have tens of thousands of lines, which are looked at once for each
// period, so they are compared by numbers.
type folding struct {
	lines []line
	keys  []int // of the lines: equal for lines that differ in values alone

	known     map[lineKey]int
	sequences map[[2]int]int // the number of a sequence by that of what is before its last key, and that key
}

// lineKey is the same of lines that differ in nothing but their values.
type lineKey struct {
	file        string
	line, depth int
	text        string
}

func (f *folding) keyOf(l *line) int {
	key := lineKey{l.Pos.File, l.Pos.Line, l.Depth, l.Text + l.name}
	number, ok := f.known[key]
	if !ok {
		number = f.fresh()
		f.known[key] = number
	}
	return number
}

// keyOfRound is the key of a folded line, by those of the lines of a round. The count of rounds is no part of it.
func (f *folding) keyOfRound(keys []int) int {
	number := 0
	for _, k := range keys {
		next, ok := f.sequences[[2]int{number, k}]
		if !ok {
			next = f.fresh()
			f.sequences[[2]int{number, k}] = next
		}
		number = next
	}
	return number
}

// fresh is a number that is neither a line's nor a sequence's yet; that of the empty sequence is 0.
func (f *folding) fresh() int { return len(f.known) + len(f.sequences) + 1 }

// repeats reports whether there are rounds of so many lines to fold.
func (f *folding) repeats(period int) bool {
	same := 0
	for i := range max(0, len(f.keys)-period) {
		if f.keys[i] != f.keys[i+period] {
			same = 0
		} else if same++; same >= (leastRounds-1)*period && (period > 1 || f.lines[i].rounds == nil) {
			return true
		}
	}
	return false
}

// foldPeriod folds rounds of so many lines.
func (f *folding) foldPeriod(period int) {
	rounds := f.roundsOf(period)
	var lines []line
	var keys []int
	for i := 0; i < len(f.lines); {
		n := rounds[i]
		if n < leastRounds || period == 1 && f.lines[i].rounds != nil {
			lines, keys = append(lines, f.lines[i]), append(keys, f.keys[i])
			i++
			continue
		}
		lines = append(lines, line{rounds: f.lines[i : i+n*period], period: period})
		keys = append(keys, f.keyOfRound(f.keys[i:i+period]))
		i += n * period
	}
	f.lines, f.keys = lines, keys
}

// roundsOf counts for each line how often the lines from it on are repeated: as often as whole periods go into the
// stretch in which each line is that of a period later.
func (f *folding) roundsOf(period int) []int {
	rounds := make([]int, len(f.keys))
	same := 0
	for i := len(f.keys) - 1; i >= 0; i-- {
		if i+period < len(f.keys) && f.keys[i] == f.keys[i+period] {
			same++
		} else {
			same = 0
		}
		rounds[i] = 1 + same/period
	}
	return rounds
}

// unfolded is the lines of a trace in the order in which a person reads them: of rounds the first one, then what
// the others have.
func unfolded(lines []line) []verdict.Step {
	var out []verdict.Step
	for _, l := range lines {
		if l.rounds == nil {
			step := l.Step
			step.Text += l.name + l.value
			if variable, isValue := strings.CutSuffix(l.name, " = "); isValue {
				step.Variable, step.Value = variable, l.value
			}
			out = append(out, step)
			continue
		}
		inner := unfolded(l.round(0))
		out = append(out, inner...)
		summary := inner[0]
		summary.Variable, summary.Value = "", ""
		summary.Text = fmt.Sprintf("... %d more rounds of these lines", l.count()-1) + told(&l)
		out = append(out, summary)
	}
	return out
}
