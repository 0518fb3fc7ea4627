package angelic

import (
	"fmt"
	"io"
	"slices"
	"strings"

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

// WriteOpen writes in one line of which entries something is left open, for who does not read the rest; nothing if
// there is none.
func (r *Result) WriteOpen(w io.Writer) {
	var open []string
	for _, e := range r.Entries {
		why := ""
		switch {
		case !e.Complete:
			why = e.Undecided
		case len(e.Unexplained) > 0:
			why = "a failure that is not explained"
		case len(e.Notes) > 0:
			why = e.Notes[0]
		default:
			continue
		}
		open = append(open, e.Name+" ("+why+")")
	}
	if len(open) == 0 {
		return
	}
	rest := ""
	if n := len(open) - mostOpen; n > 0 {
		open, rest = open[:mostOpen], fmt.Sprintf(", and %d more", n)
	}
	fmt.Fprintf(w, "// not decided: %s%s\n", strings.Join(open, ", "), rest)
}

// mostOpen is how many entries that are not decided are told by name.
const mostOpen = 5

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
	fmt.Fprintf(w, "entry %s: %s\n", e.Name, e.State())
	for _, s := range e.Specifications {
		fmt.Fprintf(w, "  SPEC %s   for %s: %s\n", s.Text, s.Place, s.What)
		if words := s.callersWords(); words != "" {
			fmt.Fprintf(w, "    %s\n", words)
		}
	}
	for _, warning := range e.Warnings {
		warning.write(w, traces)
	}
	for _, warning := range e.Unexplained {
		warning.write(w, traces)
	}
	for _, warning := range e.Suppressed {
		fmt.Fprintf(w, "  suppressed in the source: %s in %s: %s\n", warning.Place, warning.Function, warning.What)
	}
	for _, warning := range e.Known {
		fmt.Fprintf(w, "  in the baseline: %s in %s: %s\n", warning.Place, warning.Function, warning.What)
	}
	for _, n := range slices.Concat(e.Notes, e.Ignored) {
		fmt.Fprintf(w, "  note: %s\n", n)
	}
}

// State says what is known of the entry beside its warnings.
func (e *Entry) State() string {
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
	fmt.Fprintf(w, "  %s %s in %s: %s\n", head, g.Place, g.Function, g.What)
	for _, t := range g.Tried {
		fmt.Fprintf(w, "    not assumed: %s, since %s\n", t.Text, t.Why)
	}
	if len(g.Tried) == 0 || g.Class == Unexplained {
		fmt.Fprintf(w, "    %s\n", g.Reason)
	}
	if g.Breaks != nil {
		fmt.Fprintf(w, "    %s\n", g.Breaks.words())
	}
	if g.Executed != "" {
		fmt.Fprintf(w, "    test: %s\n", g.Executed)
	}
	if traces {
		writeTrace(w, g.Trace)
	}
}

// words say what a warning breaks.
func (b *Broken) words() string {
	return fmt.Sprintf("the call at %s breaks what %s assumes: %s", b.Call, b.Function, strings.Join(texts(b.Specifications), ", or "))
}

func texts(list []*Specification) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.Text
	}
	return out
}

// callersWords say what the callers make of a specification, "" if there is nothing to say.
func (s *Specification) callersWords() string {
	switch {
	case !slices.ContainsFunc(s.Callers, func(c Caller) bool { return !c.noEntry }):
		return ""
	case s.State == Discharged:
		return "discharged: " + s.byAll() + ", and there are no others"
	case s.State == Kept:
		return s.byAll()
	}
	var parts []string
	for _, c := range s.Callers {
		parts = append(parts, c.words())
	}
	return string(s.State) + ": " + strings.Join(parts, "; ")
}

// byAll says that all callers keep a specification, or pass it on to some who do.
func (s *Specification) byAll() string {
	proof := ""
	if slices.ContainsFunc(s.Callers, func(c Caller) bool { return !c.Certified }) {
		proof = " (proof not checked)"
	}
	if len(s.Callers) == 1 {
		return fmt.Sprintf("kept by %s, its only caller in these files%s", s.Callers[0].Name, proof)
	}
	return fmt.Sprintf("kept by all %d callers in these files%s", len(s.Callers), proof)
}

func (c Caller) words() string {
	switch c.Answer {
	case Keeps:
		return c.Name + " keeps it"
	case PassesOn:
		return c.Name + " assumes " + strings.Join(texts(c.Assumed), ", ") + " for it"
	case Breaks:
		var calls []string
		for _, w := range c.Warnings {
			if at := w.Breaks.Call.String(); !slices.Contains(calls, at) {
				calls = append(calls, at)
			}
		}
		return c.Name + " breaks it at " + strings.Join(calls, ", ")
	}
	return c.Name + " is undecided (" + c.Why + ")"
}

func writeTrace(w io.Writer, steps []verdict.Step) {
	for _, s := range steps {
		fmt.Fprintf(w, "    %*s%s: %s\n", 2*s.Depth, "", s.Pos, s.Text)
	}
}
