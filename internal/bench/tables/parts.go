package tables

import (
	"fmt"
	"strings"

	"yogi/internal/bench"
)

// solved reports whether a run gave a verdict that is not wrong.
func solved(r *bench.Record) bool {
	return r != nil && (r.Outcome == bench.Right || r.Outcome == bench.Unchecked || r.Outcome == bench.Disputed)
}

// perTask has a row for each task: verdict, iterations and seconds of every setting, "*" for a time-out, "-" where the
// search ended without a verdict.
func perTask(r *results) string {
	head := []string{"program", "verdict"}
	for _, v := range r.table.variants {
		head = append(head, v.Name+": iterations", "seconds")
	}
	rows := [][]string{head}
	for i, task := range r.tasks {
		row := []string{task.ID, ""}
		for v := range r.table.variants {
			record := r.of[v][i]
			switch {
			case record == nil:
				row = append(row, "", "")
			case solved(record):
				row[1] = record.Verdict
				row = append(row, fmt.Sprint(record.Iterations), fmt.Sprintf("%.2f", record.Seconds))
			case record.Reason == "timeout":
				row = append(row, "*", "*")
			default:
				row = append(row, "-", record.Reason)
			}
		}
		rows = append(rows, row)
	}
	return markdownTable(rows) + "\n\"*\": not within the time limit; \"-\": ended without a verdict, for the reason beside it.\n"
}

// totals has a row for each setting. Times of runs without a verdict count as the limit; the time on what all
// settings solve and the counters of those tasks are apart.
func totals(r *results) string {
	rows := [][]string{{"setting", "TRUE", "FALSE", "wrong", "time-outs", "other unknowns", "total time", "tasks all solve", "time on these", "iterations", "tests", "splits", "queries", "against " + r.table.variants[0].Name}}
	common := r.common()
	for v, variant := range r.table.variants {
		s := r.sum(r.of[v])
		var c sum
		for _, i := range common {
			c.add(r.of[v][i], r.options.Timeout.Seconds())
		}
		rows = append(rows, []string{
			variant.Name, fmt.Sprint(s.yes), fmt.Sprint(s.no), fmt.Sprint(s.wrong), fmt.Sprint(s.timeouts), fmt.Sprint(s.unknown), fmt.Sprintf("%.1fs", s.seconds),
			fmt.Sprint(len(common)), fmt.Sprintf("%.1fs", c.seconds), fmt.Sprint(c.iterations), fmt.Sprint(c.tests), fmt.Sprint(c.splits), fmt.Sprint(c.queries), r.against(v, s.seconds),
		})
	}
	return markdownTable(rows) + "\nTotal time counts a run without a verdict as the limit. \"not applicable\": the setting changes no counter of at least half of the runs that end by themselves under both.\n"
}

// common are the tasks that every setting solved.
func (r *results) common() []int {
	var out []int
	for i := range r.tasks {
		all := true
		for v := range r.table.variants {
			all = all && solved(r.of[v][i])
		}
		if all {
			out = append(out, i)
		}
	}
	return out
}

// sum adds up runs.
type sum struct {
	yes, no, wrong, timeouts, unknown  int
	seconds                            float64
	iterations, tests, splits, queries int
}

func (s *sum) add(r *bench.Record, limit float64) {
	if r == nil {
		return
	}
	s.iterations += r.Iterations
	s.tests += r.Tests
	s.splits += r.Splits
	s.queries += r.Queries
	switch {
	case solved(r) && r.Verdict == "TRUE":
		s.yes++
	case solved(r):
		s.no++
	case r.Outcome == bench.Wrong:
		s.wrong++
	case r.Reason == "timeout":
		s.timeouts++
	default:
		s.unknown++
	}
	if solved(r) {
		s.seconds += min(r.Seconds, limit)
	} else {
		s.seconds += limit
	}
}

// against compares a setting's total time with that of the first.
func (r *results) against(v int, seconds float64) string {
	if v == 0 {
		return ""
	}
	both, same := 0, 0
	first := r.sum(r.of[0])
	for i := range r.tasks {
		a, b := r.of[0][i], r.of[v][i]
		if a == nil || b == nil || a.Reason == "timeout" || b.Reason == "timeout" {
			continue
		}
		both++
		if a.Iterations == b.Iterations && a.Tests == b.Tests && a.Splits == b.Splits && a.Queries == b.Queries && a.Regions == b.Regions {
			same++
		}
	}
	switch {
	case both > 0 && 2*same >= both:
		return fmt.Sprintf("not applicable (%d of %d the same)", same, both)
	case first.seconds == 0:
		return ""
	}
	return fmt.Sprintf("%+.0f %%", 100*(seconds/first.seconds-1))
}

// within has the number of checks that each setting answers within parts of the time limit.
func within(r *results) string {
	limit := r.options.Timeout.Seconds()
	head := []string{"setting"}
	var bounds []float64
	for bound := limit / 64; bound <= limit; bound *= 2 {
		bounds = append(bounds, bound)
		head = append(head, fmt.Sprintf("%.3gs", bound))
	}
	rows := [][]string{head}
	for v, variant := range r.table.variants {
		times := r.times(v)
		row := []string{variant.Name}
		for _, bound := range bounds {
			n := 0
			for _, t := range times {
				if t <= bound {
					n++
				}
			}
			row = append(row, fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("Checks of %d that are answered within a time:\n\n", len(r.tasks)) + markdownTable(rows)
}

// The names of the engine's counters of summaries.
const (
	notMayMade = "not-may summaries made"
	notMayUsed = "not-may summaries used"
	mustMade   = "must summaries made"
	mustUsed   = "must summaries used"
)

// summaries has the average number of summaries that each setting made and used.
func summaries(r *results) string {
	rows := [][]string{{"setting", "not-may made", "not-may used", "must made", "must used"}}
	for v, variant := range r.table.variants {
		row := []string{variant.Name}
		for _, name := range []string{notMayMade, notMayUsed, mustMade, mustUsed} {
			row = append(row, average(r.of[v], name))
		}
		rows = append(rows, row)
	}
	return "Summaries of a run, on average:\n\n" + markdownTable(rows)
}

// shares are the average numbers of summaries used by runs with a verdict.
func (r *results) shares(prefix string) (notMay, must float64, runs int) {
	for _, record := range r.of[0] {
		if solved(record) && strings.HasPrefix(record.Verdict, prefix) {
			notMay += float64(record.Counts[notMayUsed])
			must += float64(record.Counts[mustUsed])
			runs++
		}
	}
	n := float64(max(runs, 1))
	return notMay / n, must / n, runs
}

// population has the summaries that verdicts used, proofs and defects apart.
func population(r *results) string {
	rows := [][]string{{"verdict", "runs", "not-may used", "must used", "share of not-may"}}
	for _, verdict := range []string{"TRUE", "FALSE"} {
		notMay, must, runs := r.shares(verdict)
		share := "-"
		if notMay+must > 0 {
			share = fmt.Sprintf("%.0f %%", 100*notMay/(notMay+must))
		}
		rows = append(rows, []string{verdict, fmt.Sprint(runs), fmt.Sprintf("%.1f", notMay), fmt.Sprintf("%.1f", must), share})
	}
	return markdownTable(rows) + "\nThe paper: 68 % of the summaries used for proofs were not-may, 36 % of those for defects.\n"
}
