package angelic

import (
	"fmt"
	"io"
	"slices"

	"yogi/internal/verdict"
)

// Words is the last line of a run: WARNINGS(n), CLEAN if every entry is complete without a
// warning and every failure explained, else UNDECIDED.
func (r *Result) Words() string {
	if n := len(r.Warnings()); n > 0 {
		return fmt.Sprintf("WARNINGS(%d)", n)
	}
	for _, e := range r.Entries {
		if !e.Complete || len(e.Notes) > 0 || len(e.Unexplained) > 0 {
			return "UNDECIDED"
		}
	}
	return "CLEAN"
}

// ExitStatus is that of check: 0 if nothing is left to warn of, 1 with warnings, 3 if an entry is undecided.
func (r *Result) ExitStatus() int {
	switch r.Words() {
	case "CLEAN":
		return 0
	case "UNDECIDED":
		return 3
	}
	return 1
}

// Write prints the result; traces says whether to print how each warning is reached.
func (r *Result) Write(w io.Writer, traces bool) {
	for _, e := range r.Entries {
		e.write(w, traces)
	}
	fmt.Fprintln(w, "assumptions:")
	for _, a := range r.Assumptions {
		fmt.Fprintf(w, "  %s\n", a)
	}
}

func (e *Entry) write(w io.Writer, traces bool) {
	fmt.Fprintf(w, "entry %s: %s\n", e.Name, e.state())
	for _, s := range e.Specifications {
		fmt.Fprintf(w, "  SPEC %s   for %s: %s\n", s.Text, s.For, s.What)
	}
	for _, warning := range e.Warnings {
		warning.write(w, traces)
	}
	for _, warning := range e.Unexplained {
		warning.write(w, traces)
	}
	for _, warning := range e.Suppressed {
		fmt.Fprintf(w, "  suppressed in the source: %s in %s: %s\n", warning.Pos, warning.Function, warning.What)
	}
	for _, warning := range e.Known {
		fmt.Fprintf(w, "  in the baseline: %s in %s: %s\n", warning.Pos, warning.Function, warning.What)
	}
	for _, n := range slices.Concat(e.Notes, e.Ignored) {
		fmt.Fprintf(w, "  note: %s\n", n)
	}
}

func (e *Entry) state() string {
	proof := ""
	switch {
	case e.Certified:
		proof = " (proof checked)"
	case e.Unchecked != "":
		proof = " (proof not checked: " + e.Unchecked + ")"
	}
	switch {
	case e.Complete && (len(e.Notes) > 0 || len(e.Unexplained) > 0):
		return "nothing else fails, but for what the lines below say" + proof
	case e.Complete:
		return "nothing else fails" + proof
	}
	return "undecided: " + e.Undecided
}

func (g *Warning) write(w io.Writer, traces bool) {
	head := "WARNING (" + string(g.Class) + ")"
	if g.Class == Unexplained {
		head = "UNEXPLAINED"
	}
	fmt.Fprintf(w, "  %s %s in %s: %s\n", head, g.Pos, g.Function, g.What)
	for _, t := range g.Tried {
		fmt.Fprintf(w, "    not assumed: %s, since %s\n", t.Text, t.Why)
	}
	if len(g.Tried) == 0 || g.Class == Unexplained {
		fmt.Fprintf(w, "    %s\n", g.Reason)
	}
	if g.Executed != "" {
		fmt.Fprintf(w, "    test: %s\n", g.Executed)
	}
	if traces {
		writeTrace(w, g.Trace)
	}
}

func writeTrace(w io.Writer, steps []verdict.Step) {
	for _, s := range steps {
		fmt.Fprintf(w, "    %*s%s: %s\n", 2*s.Depth, "", s.Pos, s.Text)
	}
}
