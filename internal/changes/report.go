package changes

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"yogi/internal/report"
	"yogi/internal/verdict"
)

// Report lists the changes of all verdicts from one version to another.
type Report struct {
	Old     string       `json:"old"` // what the versions are called
	New     string       `json:"new"`
	Counts  map[Kind]int `json:"counts"`
	Changes []Change     `json:"changes"`
}

// NewReport orders changes by what matters, the most last.
func NewReport(old, now string, all []Change) *Report {
	r := &Report{Old: old, New: now, Counts: map[Kind]int{}, Changes: slices.Clone(all)}
	kinds := Kinds()
	slices.SortStableFunc(r.Changes, func(a, b Change) int { return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind) })
	for _, c := range r.Changes {
		r.Counts[c.Kind]++
	}
	return r
}

// Status is the exit status: 1 if something is broken that was not known to be, 4 if a check ended with an error of
// the checker, 3 if something is not proved that was, else 0.
func (r *Report) Status() int {
	failed := func(c Change) bool {
		return c.New != nil && (c.New.Verdict == "UNKNOWN(internal)" || c.New.Verdict == "UNKNOWN(evidence-rejected)")
	}
	switch {
	case r.Counts[NewlyBroken]+r.Counts[FoundBroken] > 0:
		return 1
	case slices.ContainsFunc(r.Changes, failed):
		return 4
	case r.Counts[Lost] > 0:
		return 3
	}
	return 0
}

// WriteJSON writes the report as one object.
func (r *Report) WriteJSON(out io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("writing the changes: %w", err)
	}
	return nil
}

// WriteText writes a line for each entry, below it why and where the test is, and the counts as the last line.
func (r *Report) WriteText(out io.Writer) {
	kinds, verdicts := 0, 0
	for _, c := range r.Changes {
		kinds, verdicts = max(kinds, len(c.Kind)), max(verdicts, len(c.verdicts()))
	}
	for _, c := range r.Changes {
		fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("%-*s  %-*s  %8s  %s", kinds, c.Kind, verdicts, c.verdicts(), c.seconds(), c.Entry), " "))
		for _, line := range c.details(r.Old) {
			fmt.Fprintln(out, "    "+line)
		}
	}
}

// Summary counts the changes: the last line of the text.
func (r *Report) Summary() string {
	var parts []string
	for _, k := range slices.Backward(Kinds()) {
		if n := r.Counts[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k))
		}
	}
	return strings.Join(parts, ", ")
}

// verdicts are the old and the new verdict, or the one of both.
func (c Change) verdicts() string {
	old, now := verdictOf(c.Old), verdictOf(c.New)
	switch {
	case c.Kind == Unchanged || c.Kind == Added || old == now || c.Old == nil:
		return now
	case c.Kind == Removed:
		return old
	}
	return old + " -> " + now
}

func verdictOf(r *report.Result) string {
	if r == nil {
		return "-"
	}
	return r.Verdict
}

// seconds is how long the check of the new version took.
func (c Change) seconds() string {
	if c.New == nil {
		return ""
	}
	return fmt.Sprintf("%.2fs", c.New.Seconds["total"])
}

// mostPassages is how many passages of changed lines are told of an entry; the JSON has all lines.
const mostPassages = 8

// details are the lines below that of an entry.
func (c Change) details(old string) []string {
	var out []string
	if c.Kind == Unchanged || c.Kind == Removed {
		return nil
	}
	if c.New != nil && (c.New.Error != nil || c.New.Reason != "") {
		if where := c.New.Where(); where != "" {
			out = append(out, where)
		}
	}
	if c.Kind == Fixed || c.Kind == NotFound || c.Kind == StillBroken && !c.SameFinding {
		out = append(out, "in "+old+": "+c.Old.Where())
	}
	if c.New != nil && c.New.Evidence[report.ScriptRole] != "" {
		out = append(out, "test: sh "+c.New.Evidence[report.ScriptRole])
	}
	if c.Kind == ProvedAgain || c.Kind == StillUnknown || c.Kind == Added {
		return out
	}
	for i, left := 0, c.Because; len(left) > 0; i++ {
		if i == mostPassages {
			out = append(out, fmt.Sprintf("and of %d more lines (--json tells them)", len(left)))
			break
		}
		n := passage(left)
		out, left = append(out, "because of "+words(left[:n], old)), left[n:]
	}
	return out
}

// passage is how many of the lines, from the first one on, stand together.
func passage(lines []Line) int {
	n := 1
	for ; n < len(lines); n++ {
		a, b := lines[n-1], lines[n]
		if a.File != b.File || a.Function != b.Function || a.Removed != b.Removed || b.Line > a.Line+2 { // a blank line may be between
			break
		}
	}
	return n
}

// words are lines that stand together as people read them; old is what the old version is called.
func words(lines []Line, old string) string {
	first, last := lines[0], lines[len(lines)-1]
	out := fmt.Sprintf("%s:%d", first.File, first.Line)
	if len(lines) > 1 {
		out += fmt.Sprintf("-%d", last.Line)
	}
	if first.Function != "" {
		out += " in " + first.Function
	}
	if first.Removed {
		out += " of " + old + ", now gone"
	}
	if len(lines) > 1 {
		return out
	}
	return out + ": " + first.Text
}

// States of results with respect to the version before, in the words of SARIF.
const (
	StateNew       = "new"
	StateUnchanged = "unchanged"
	StateUpdated   = "updated"
	StateAbsent    = "absent"
)

// Stated is a result with its state and which error it is about.
type Stated struct {
	Result  *report.Result
	State   string
	Finding string
}

// Results are those of both versions: each of the new one, and those errors and entries of the old one that the new
// one does not have.
func (r *Report) Results() []Stated {
	var out []Stated
	for _, c := range r.Changes {
		if c.New != nil {
			out = append(out, Stated{c.New, c.state(), c.newFinding})
		}
		if c.Old != nil && (c.Kind == Removed || answerOf(c.Old) == verdict.Fail && !c.SameFinding && c.Kind != Unchanged) {
			out = append(out, Stated{c.Old, StateAbsent, c.oldFinding})
		}
	}
	return out
}

// Gated are the results of the new version for build servers, which look at one version: what was broken before is
// suppressed there.
func (r *Report) Gated() []*report.Result {
	var out []*report.Result
	for _, c := range r.Changes {
		if c.New == nil {
			continue
		}
		result := *c.New
		isNew := c.Kind == NewlyBroken || c.Kind == FoundBroken
		if answerOf(c.New) == verdict.Fail && !isNew && result.Suppression == nil {
			result.Suppress(report.Suppression{Kind: report.External, Check: result.Property, Reason: "broken before, in " + r.Old, File: r.Old})
		}
		out = append(out, &result)
	}
	return out
}

// state is that of the new version's result.
func (c Change) state() string {
	switch c.Kind {
	case Unchanged, ProvedAgain, StillUnknown:
		return StateUnchanged
	case Lost, NewlyProved:
		return StateUpdated
	case StillBroken:
		if c.SameFinding {
			return StateUnchanged
		}
	}
	return StateNew
}
