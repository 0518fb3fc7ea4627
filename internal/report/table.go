package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"yogi/internal/source"
	"yogi/internal/verdict"
)

// Entries are the results of the functions of a library, each checked as the entry of the program, or those of the
// programs of a folder.
type Entries []*Result

// Worst is the result that counts for all: a fail before an error of the checker, before an unknown, before a
// pass.
func (e Entries) Worst() *Result {
	var worst *Result
	for _, r := range e {
		if worst == nil || badness[r.status()] > badness[worst.status()] {
			worst = r
		}
	}
	return worst
}

// badness orders exit statuses.
var badness = map[int]int{0: 0, statusSuppressed: 1, 3: 2, 4: 3, 1: 4}

// Status is the exit status of the worst result.
func (e Entries) Status() int { return e.Worst().Status() }

// WriteText writes one line for each function.
func (e Entries) WriteText(w io.Writer) {
	of := "function"
	if len(e) > 0 && e[0].Program != "" {
		of = "program"
	}
	verdicts, names := len("verdict"), len(of)
	for _, r := range e {
		verdicts, names = max(verdicts, len(r.Verdict)), max(names, len(r.About()))
	}
	fmt.Fprintf(w, "%-*s  %8s  %-*s  where\n", verdicts, "verdict", "seconds", names, of)
	for _, r := range e {
		fmt.Fprintf(w, "%-*s  %8.2f  %-*s  %s\n", verdicts, r.Verdict, r.total(), names, r.About(), r.whereInTable())
	}
	for _, r := range e {
		for _, each := range r.Suppressed {
			fmt.Fprintf(w, "suppressed: %s: %s\n", r.About(), each.Where())
		}
	}
	e.writeWarnings(w)
	if e.hide() {
		fmt.Fprintf(w, "the run of each failure: --out DIR writes DIR/%s/trace.txt, and run.sh, which repeats it where the evidence is executed\n", strings.ToUpper(of))
	}
	if count := suppressedIn(e); count != "" {
		fmt.Fprintln(w, count)
	}
	writeAssumed(w, e)
	if len(e) > 0 && e[0].Settings != nil {
		fmt.Fprintln(w, e[0].Settings)
	}
}

// writeWarnings writes each warning once, with the functions or programs that it is about.
func (e Entries) writeWarnings(w io.Writer) {
	var notes []Warning
	about := map[string][]string{}
	for _, r := range e {
		for _, note := range r.Warnings {
			known := about[note.Text]
			if len(known) == 0 {
				notes = append(notes, note)
			}
			if name := r.About(); !slices.Contains(known, name) {
				about[note.Text] = append(known, name)
			}
		}
	}
	for _, note := range notes {
		names := about[note.Text]
		line := fmt.Sprintf("%s: warning: %s", source.Pos{File: note.File, Line: note.Line}, note.Text)
		isOfAll := strings.HasPrefix(note.ID, suppressionWarning) || note.ID == WatchedEntry || note.ID == UnplacedContract
		if !isOfAll && (len(names) > 1 || !strings.Contains(note.Text, names[0])) {
			line += " (" + strings.Join(names, ", ") + ")"
		}
		fmt.Fprintln(w, line)
	}
}

// hide says that there is a failure whose run is not told.
func (e Entries) hide() bool {
	return slices.ContainsFunc(e, func(r *Result) bool { return r.status() == 1 && len(r.Evidence) == 0 })
}

// About is the function or the program that one of several results is about; "" if there is one result.
func (r *Result) About() string { return cmp.Or(r.Entry, r.Program) }

// suppressionWarning begins the names of warnings about comments that suppress: these are about all functions.
const suppressionWarning = "suppression-"

// WatchedEntry is a warning about a function that is not in a table since no harness calls it.
const WatchedEntry = "watched-entry"

// UnplacedContract is a warning about a contract of a function that no file defines.
const UnplacedContract = "unplaced-contract"

// Where says where the error is, or why there is no answer.
func (r *Result) Where() string {
	switch {
	case r.Error != nil && r.Error.File != "":
		where := fmt.Sprintf("%s:%d: %s", r.Error.File, r.Error.Line, r.Error.What)
		if r.Suppression != nil {
			where += " [suppressed: " + r.Suppression.String() + "]"
		}
		return where
	case r.Unconfirmed != nil && r.Unconfirmed.Error.File != "":
		e := r.Unconfirmed.Error
		return fmt.Sprintf("%s:%d: may fail, which is not confirmed: %s", e.File, e.Line, e.What)
	case r.Reason == string(verdict.Timeout) && r.Detail == "":
		return r.spent()
	case r.Reason != "":
		return firstLine(r.Detail)
	}
	return ""
}

// whereInTable is Where; of a failure that no compiled run shows it says that, too.
func (r *Result) whereInTable() string {
	if r.status() == 1 && r.Class == verdict.Interpreted {
		return r.Where() + " [" + r.Class + "]"
	}
	return r.Where()
}

// spent says what a check was at that ran out of time where nothing names a place.
func (r *Result) spent() string {
	longest := ""
	for _, stage := range sortedKeys(r.Seconds) {
		if stage != "total" && (longest == "" || r.Seconds[stage] > r.Seconds[longest]) {
			longest = stage
		}
	}
	if longest == "" {
		return ""
	}
	return "no place stands out: most of the time went to " + cmp.Or(stages[longest], longest)
}

// stages are those of a check, as things that take time.
var stages = map[string]string{
	"front end": "reading the program", "lowering": "preparing the program", "search": "the search for a failing run and for a proof",
	"evidence": "the check of the evidence",
}

// Numbered is a number of things whose name takes an s.
func Numbered(n int, name string) string {
	if n != 1 {
		name += "s"
	}
	return fmt.Sprintf("%d %s", n, name)
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	const most = 150
	if len(text) <= most {
		return text
	}
	if end := strings.LastIndexByte(text[:most], ' '); end > 0 {
		return text[:end] + " ..."
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// total is the wall time of all; the others are parts of it.
func (r *Result) total() float64 { return r.Seconds["total"] }

// WriteJSON writes an array of the results.
func (e Entries) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(e); err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	return nil
}
