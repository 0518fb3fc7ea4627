package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"yogi/internal/textwrap"
)

// Page says what a page about a run of tasks has beside its records.
type Page struct {
	Options Options
	// Needs are what open tasks need, by task, as ReadReasons reads it; nil: nothing is known of them.
	Needs map[string]string
}

// WriteMarkdown writes a page for people: the set, the command, revision and machine, what is wrong, a table of the
// categories for each algorithm, and the tasks that are open with what they need. It has no file of this machine in it.
func WriteMarkdown(out io.Writer, p Page, records []Record) error {
	var w strings.Builder
	fmt.Fprintf(&w, "# %s\n\n    %s\n\n", p.Options.set(), strings.Join(p.Options.commandLine(), " \\\n        "))
	fmt.Fprintf(&w, "Revision %s; %s; %d tasks at a time.\n\n", p.Options.Origin.Revision, Machines(records), p.Options.Jobs)
	for _, r := range withOutcome(records, Wrong) {
		fmt.Fprintf(&w, "**WRONG** %s (%s): %s, expected %s\n\n", r.Task, r.Algorithm, r.Verdict, r.Expected)
	}
	w.WriteString(`"Counted" are the tasks whose property the command line can express, "solved" those with the stated verdict, ` +
		`or with any if none is stated; "disputed" contradict the stated one for a reason that is argued by name. ` +
		`"Executed" are the FALSE whose compiled test got to the error; the others were replayed by the interpreter. ` +
		"\"Time (solved)\" is that of the solved tasks, \"time\" that of all.\n")
	for _, algorithm := range algorithms(records) {
		if len(algorithms(records)) > 1 {
			fmt.Fprintf(&w, "\n## %s\n", algorithm)
		}
		p.writeTable(&w, summed(algorithm, records))
		p.writeOpen(&w, algorithm, records)
	}
	_, err := io.WriteString(out, textwrap.Page(w.String()))
	return err
}

// set names the tasks that are run.
func (o Options) set() string {
	name := "All tasks"
	switch {
	case o.Folder != "":
		name = "Programs of a folder"
	case o.Selection.Short:
		name = "Tasks that are marked short"
	}
	if o.Selection.Category != "" {
		name += " of " + o.Selection.Category
	}
	if o.Selection.Property != "" {
		name += " about " + o.Selection.Property
	}
	return fmt.Sprintf("%s, %gs each", name, o.Timeout.Seconds())
}

// commandLine are the parts of the command that runs them, each of which stays on one line.
func (o Options) commandLine() []string {
	what := "yogi bench --manifest MANIFEST"
	if o.Folder != "" {
		what = "yogi bench --sdv DIR"
	}
	s := o.Selection
	if s.Short {
		what += " --short"
	}
	for _, filter := range [][2]string{{"--category", s.Category}, {"--property", s.Property}} {
		if filter[1] != "" {
			what += " " + filter[0] + " " + filter[1]
		}
	}
	if s.Sample > 0 {
		what += fmt.Sprintf(" --sample %d --seed %d", s.Sample, s.Seed)
	}
	parts := []string{fmt.Sprintf("%s --timeout %gs --jobs %d", what, o.Timeout.Seconds(), o.Jobs)}
	if len(o.Algorithms) > 0 && !slices.Equal(o.Algorithms, []string{"smash"}) {
		parts = append(parts, "--algorithm "+strings.Join(o.Algorithms, ","))
	}
	if o.Disputed != "" {
		parts = append(parts, "--disputed docs/disputed.txt")
	}
	if len(o.Flags) > 0 {
		parts = append(parts, "-- "+strings.Join(o.Flags, " "))
	}
	return parts
}

// writeTable writes the rows but for reasons of unknowns, which follow in a sentence: a row fits into a page's width.
func (p Page) writeTable(w *strings.Builder, rows []*row) {
	w.WriteString("\n| category | counted | solved | TRUE | FALSE | executed | wrong | disputed | time (solved) | time |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %d | %.1fs | %.1fs |\n", r.name, r.counts, r.solvedTrue+r.solvedFalse, r.solvedTrue,
			r.solvedFalse, r.executed, r.wrong, r.disputed, r.solvedSeconds, r.seconds)
	}
	if reasons := rows[len(rows)-1].reasons(); reasons != "" {
		fmt.Fprintf(w, "\nUnknown, by reason: %s.\n", reasons)
	}
}

// writeOpen lists the tasks without a verdict. Without words on what any of them needs the table says it all.
func (p Page) writeOpen(w *strings.Builder, algorithm string, records []Record) {
	if p.Needs == nil {
		return
	}
	w.WriteString("\nWhat is open, and what it needs:\n\n")
	for _, r := range withOutcome(records, Undecided) {
		if r.Algorithm != algorithm {
			continue
		}
		needs := p.Needs[r.Task]
		if needs == "" {
			needs = "not known yet"
		}
		fmt.Fprintf(w, "- `%s` (%s): %s.\n", r.Task, r.Reason, strings.TrimSuffix(needs, "."))
	}
}

// WriteStale names the open tasks of which it is not said what they need, and those of which it is said, and that have
// a verdict. Nothing is said of tasks that were not run.
func WriteStale(out io.Writer, needs map[string]string, records []Record) {
	for _, r := range records {
		_, isListed := needs[r.Task]
		switch {
		case r.Outcome == Undecided && !isListed:
			fmt.Fprintf(out, "open, and not listed: %s (%s): %s\n", r.Task, r.Algorithm, r.Verdict)
		case isListed && r.Outcome != Undecided && r.Outcome != Uncountable:
			fmt.Fprintf(out, "listed as open, and decided: %s (%s): %s\n", r.Task, r.Algorithm, r.Verdict)
		}
	}
}
