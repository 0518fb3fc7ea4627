package bench

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"yogi/internal/verdict"
)

// row sums up the records of one category under one algorithm.
type row struct {
	name                               string
	tasks, solvedTrue, solvedFalse     int
	wrong, disputed, unchecked, counts int
	executed                           int // of the solved FALSE: compiled and run
	unknown                            map[string]int
	seconds, solvedSeconds             float64
}

// HasWrong reports whether a record has a wrong verdict, or two records have verdicts of which one is wrong.
func HasWrong(records []Record) bool {
	return len(withOutcome(records, Wrong)) > 0 || len(contradictions(records)) > 0
}

// contradictions are pairs of records of one task that one setting decided in one way and another
// in the other. They count where no verdict is stated, since elsewhere one of the two is wrong or
// disputed anyway.
func contradictions(records []Record) [][2]Record {
	first := map[string]Record{}
	var pairs [][2]Record
	for _, r := range withOutcome(records, Unchecked) {
		earlier, ok := first[r.Task]
		switch {
		case !ok:
			first[r.Task] = r
		case (earlier.Verdict == "TRUE") != (r.Verdict == "TRUE"):
			pairs = append(pairs, [2]Record{earlier, r})
		}
	}
	return pairs
}

func withOutcome(records []Record, o Outcome) []Record {
	var found []Record
	for _, r := range records {
		if r.Outcome == o {
			found = append(found, r)
		}
	}
	return found
}

// WriteTable prints wrong verdicts first, then for each algorithm a line a category: tasks, what was
// solved with TRUE and FALSE apart, unknown by reason, and time.
func WriteTable(out io.Writer, records []Record) error {
	listOutcome(out, records, Wrong, "WRONG")
	listOutcome(out, records, Disputed, "disputed")
	for _, pair := range contradictions(records) {
		fmt.Fprintf(out, "WRONG %s: %s (%s %s), and %s (%s %s)\n", pair[0].Task, pair[0].Verdict, pair[0].Algorithm, pair[0].Flags, pair[1].Verdict, pair[1].Algorithm, pair[1].Flags)
	}
	for _, algorithm := range algorithms(records) {
		if err := writeAlgorithm(out, algorithm, records); err != nil {
			return err
		}
	}
	return nil
}

func listOutcome(out io.Writer, records []Record, o Outcome, word string) {
	for _, r := range withOutcome(records, o) {
		fmt.Fprintf(out, "%s %s (%s): %s, expected %s, evidence %s\n", word, r.Task, strings.TrimSpace(r.Algorithm+" "+r.Flags), r.Verdict, r.Expected, r.Class)
	}
}

func algorithms(records []Record) []string {
	var names []string
	seen := map[string]bool{}
	for _, r := range records {
		if !seen[r.Algorithm] {
			seen[r.Algorithm] = true
			names = append(names, r.Algorithm)
		}
	}
	return names
}

func writeAlgorithm(out io.Writer, algorithm string, records []Record) error {
	fmt.Fprintf(out, "\nalgorithm %s\n", algorithm)
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "category\tcounted\tsolved\tTRUE\tFALSE\t(executed)\twrong\tdisputed\tno expectation\ttime (solved)\ttime\tunknown")
	for _, r := range summed(algorithm, records) {
		r.write(table)
	}
	return table.Flush()
}

// summed are the rows of the categories, by name, and the total behind them.
func summed(algorithm string, records []Record) []*row {
	total := &row{name: "total", unknown: map[string]int{}}
	rows := map[string]*row{}
	for _, r := range records {
		if r.Algorithm != algorithm {
			continue
		}
		if rows[r.Category] == nil {
			rows[r.Category] = &row{name: r.Category, unknown: map[string]int{}}
		}
		rows[r.Category].add(r)
		total.add(r)
	}
	var all []*row
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		all = append(all, rows[name])
	}
	return append(all, total)
}

func (w *row) add(r Record) {
	w.tasks++
	w.seconds += r.Seconds
	if r.Outcome == Uncountable {
		return
	}
	w.counts++
	switch r.Outcome {
	case Right, Unchecked:
		w.addSolved(r)
	case Wrong:
		w.wrong++
	case Disputed:
		w.disputed++
	case Undecided:
		w.unknown[r.Reason]++
	}
}

func (w *row) addSolved(r Record) {
	w.solvedSeconds += r.Seconds
	if r.Outcome == Unchecked {
		w.unchecked++
	}
	if r.Verdict == "TRUE" {
		w.solvedTrue++
		return
	}
	w.solvedFalse++
	if r.Class == verdict.Executed {
		w.executed++
	}
}

// reasons are those of what is unknown, with their numbers.
func (w *row) reasons() string {
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(w.unknown)) {
		reasons = append(reasons, fmt.Sprintf("%s %d", reason, w.unknown[reason]))
	}
	return strings.Join(reasons, ", ")
}

func (w *row) write(out io.Writer) {
	fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1fs\t%.1fs\t%s\n", w.name, w.counts, w.solvedTrue+w.solvedFalse, w.solvedTrue,
		w.solvedFalse, w.executed, w.wrong, w.disputed, w.unchecked, w.solvedSeconds, w.seconds, w.reasons())
}
