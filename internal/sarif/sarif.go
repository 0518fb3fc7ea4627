// Package sarif writes the results of checks in the Static Analysis Results Interchange Format, version
// 2.1.0 (OASIS standard), which code hosts and editors show beside the source.
//
// A violation is a result of kind "fail" and level "error", with the steps of the run as a code flow. Code hosts show
// all results as if they were faults, so other verdicts are results only if that is asked for: of kind "pass" where
// the property holds, and of kind "open" where the answer is unknown, both of level "none". An answer that is unknown
// is a notification of the tool in any case, as is what is wrong with the program's text.
package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"yogi/internal/changes"
	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// schema is where the standard's schema is published.
const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// language is that of the messages.
const language = "en-US"

// Selection says which verdicts are results.
type Selection bool

// The selections.
const (
	Failures Selection = false
	All      Selection = true
)

// Write writes the results of one run of the tool.
func Write(out io.Writer, version string, which Selection, results []*report.Result) error {
	r := newRun(version, succeeded)
	for _, result := range results {
		r.add(which, result)
	}
	return encode(out, r)
}

// add adds a result if it is selected, and says whether it did.
func (r *run) add(which Selection, from *report.Result) bool {
	kind := report.KindOf(from.Verdict)
	if kind == verdict.Unknown {
		n := notification{Level: "note", Message: unknownWords(from), Descriptor: &reference{ID: from.Reason}}
		if l := where(from); l != nil {
			n.Locations = []*location{l}
		}
		r.Invocations[0].Notifications = append(r.Invocations[0].Notifications, n)
	}
	if which == All || kind == verdict.Fail {
		r.addResult(from)
		return true
	}
	r.warn(from.Warnings)
	for _, further := range from.Suppressed {
		r.addResult(further)
	}
	return false
}

// unknownWords say why an answer is unknown.
func unknownWords(from *report.Result) *message {
	words := "The answer is unknown"
	if from.Entry != "" {
		words += " for " + from.Entry
	}
	words += ": " + from.Reason
	if from.Detail != "" {
		words += ": " + from.Detail
	}
	if run := from.Unconfirmed; run != nil {
		words += fmt.Sprintf(". It may fail at line %d of %s, which is not confirmed: %s", run.Error.Line, run.Error.File, run.Error.What)
	}
	return text(words)
}

// WriteChanges writes the results of a run on a version of a program with their states with respect to the version
// before (section 3.27.24).
func WriteChanges(out io.Writer, version string, which Selection, results []changes.Stated) error {
	r := newRun(version, succeeded)
	for _, s := range results {
		if !r.add(which, s.Result) {
			continue
		}
		last := &r.Results[len(r.Results)-1]
		last.State = s.State
		if s.Finding != "" {
			last.Fingerprints = map[string]string{lineHash: s.Finding}
		}
	}
	return encode(out, r)
}

// WriteDiagnostics writes a run that came to no result since the program's text is wrong.
func WriteDiagnostics(out io.Writer, version string, diagnostics source.Diagnostics) error {
	r := newRun(version, failed)
	for _, d := range diagnostics {
		n := notification{Level: "error", Message: text(strings.Join(append([]string{d.Message}, d.Notes...), "\n")), Descriptor: &reference{ID: string(d.Code)}}
		if l := place(d.Pos.File, d.Pos.Line, d.Pos.Column); l != nil {
			n.Locations = []*location{l}
		}
		r.Invocations[0].Notifications = append(r.Invocations[0].Notifications, n)
	}
	return encode(out, r)
}

func encode(out io.Writer, r *run) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(log{Schema: schema, Version: "2.1.0", Runs: []*run{r}}); err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

// rules describes the properties by the names that verdicts give them.
var rules = map[string]string{
	"unreach-call":        "No error function is called, no assertion fails, no error label is reached.",
	"valid-deref":         "Every access goes to a live object and stays inside it.",
	"valid-free":          "Only the start of a live object of the heap is freed.",
	"valid-memtrack":      "No object of the heap is lost before it is freed.",
	"valid-memcleanup":    "Every object of the heap is freed when the program ends.",
	"no-overflow":         "No operation on signed integers overflows.",
	"no-division-by-zero": "No integer is divided by zero.",
	"valid-shift":         "Every shift is by an amount from zero to below the width.",
	"valid-read":          "No object is read before it holds a value.",
}

// weaknesses are the numbers of the properties' violations in the Common Weakness Enumeration.
var weaknesses = map[string]int{
	"unreach-call": 617, "valid-deref": 119, "valid-free": 763, "valid-memtrack": 401, "valid-memcleanup": 772,
	"no-overflow": 190, "no-division-by-zero": 369, "valid-shift": 1335, "valid-read": 457,
}

// sourceRoot is the base of relative paths, by the name that code hosts know.
const sourceRoot = "%SRCROOT%"

// ending says whether the checker has done its work.
type ending bool

const (
	succeeded ending = true
	failed    ending = false
)

func newRun(version string, e ending) *run {
	return &run{
		Tool:        tool{Driver: driver{Name: "yogi", Version: version, Language: language, Rules: []rule{}}},
		Invocations: []invocation{{Successful: bool(e)}},
		Language:    language,
		Newlines:    []string{"\r\n", "\n"},
		Columns:     "unicodeCodePoints",
		Bases:       map[string]base{sourceRoot: {text("the folder in which the check ran")}},
		Results:     []result{},
	}
}

func (r *run) addResult(from *report.Result) {
	out := result{RuleID: from.Property, RuleIndex: r.rule(from.Property), Kind: "open", Level: "none"}
	out.Properties = map[string]any{"verdict": from.Verdict, "assumptions": from.Assumptions}
	if len(from.Warnings) > 0 {
		out.Properties["warnings"] = from.Warnings
		r.warn(from.Warnings)
	}
	if from.Class != "" {
		out.Properties["evidence"] = from.Class
	}
	if from.Entry != "" {
		out.Properties["entry"] = from.Entry
	}
	if from.NullOnly {
		out.Properties["nullOnly"] = true
	}
	switch report.KindOf(from.Verdict) {
	case verdict.Fail:
		out.Kind, out.Level = "fail", "error"
		out.Message = text(from.Error.What)
		out.Flows = flows(from)
		out.Fingerprints = fingerprints(from)
		for _, p := range from.Related {
			if l := place(p.File, p.Line, p.Column); l != nil {
				l.Message = text(p.What)
				out.Related = append(out.Related, l)
			}
		}
	case verdict.Pass:
		out.Kind = "pass"
		words := "Proved"
		if from.Entry != "" {
			words += " for " + from.Entry
		}
		out.Message = text(words + ": " + strings.ToLower(r.Tool.Driver.Rules[out.RuleIndex].Short.Text[:1]) + r.Tool.Driver.Rules[out.RuleIndex].Short.Text[1:])
	default:
		out.Message = unknownWords(from)
	}
	if s := from.Suppression; s != nil {
		entry := suppression{Kind: s.Kind, Status: "accepted", Justification: s.Reason}
		if s.Line > 0 {
			entry.Location = place(s.File, s.Line, 0)
		}
		out.Suppressions = []suppression{entry}
	}
	if l := where(from); l != nil {
		if from.Entry != "" && from.Error == nil {
			l.Logical = []logical{{from.Entry, "function"}}
		}
		out.Locations = []*location{l}
	}
	r.Results = append(r.Results, out)
	for _, further := range from.Suppressed {
		r.addResult(further)
	}
}

// warn makes notifications of warnings.
func (r *run) warn(warnings []report.Warning) {
	for _, w := range warnings {
		n := notification{Level: "warning", Message: text(w.Text), Descriptor: &reference{ID: w.ID}}
		if l := place(w.File, w.Line, 0); l != nil {
			n.Locations = []*location{l}
		}
		r.Invocations[0].Notifications = append(r.Invocations[0].Notifications, n)
	}
}

// rule is the index of the rule, which is added if it is not there.
func (r *run) rule(id string) int {
	for i, known := range r.Tool.Driver.Rules {
		if known.ID == id {
			return i
		}
	}
	short, help := rules[id], fmt.Sprintf("`yogi explain '%s'` tells more, with an example.", id)
	if short == "" {
		short = "The program keeps " + id + "."
		help = fmt.Sprintf("`yogi explain %s` tells more of a rule that ships; one of the project's own is its file %s.slic.", id, id)
	}
	made := rule{
		ID: id, Short: text(short), Help: text(help), Default: configuration{"error"},
	}
	if number := weaknesses[id]; number > 0 {
		made.HelpURI = fmt.Sprintf("https://cwe.mitre.org/data/definitions/%d.html", number)
		made.Properties = map[string]any{"tags": []string{fmt.Sprintf("external/cwe/cwe-%d", number)}}
	}
	r.Tool.Driver.Rules = append(r.Tool.Driver.Rules, made)
	return len(r.Tool.Driver.Rules) - 1
}

// where is the place of a result: that of the error, else the beginning of the program.
func where(from *report.Result) *location {
	if file, line := PlaceOf(from); file != "" {
		column := 0
		if e := from.Error; e.File == file && e.Line == line {
			column = e.Column
		}
		return place(file, line, column)
	}
	if p := from.Place; p != nil {
		if l := place(p.File, p.Line, p.Column); l != nil {
			return l
		}
	}
	if len(from.Files) > 0 {
		return place(from.Files[0], 1, 0)
	}
	return nil
}

// PlaceOf is where the error is, or the last step in a file, if it is in a model of the library; "" if there is none.
func PlaceOf(from *report.Result) (file string, line int) {
	e := from.Error
	if e == nil {
		return "", 0
	}
	if place(e.File, e.Line, e.Column) != nil {
		return e.File, e.Line
	}
	for i := len(from.Trace) - 1; i >= 0; i-- {
		if step := from.Trace[i]; place(step.File, step.Line, 0) != nil {
			return step.File, step.Line
		}
	}
	return "", 0
}

func flows(from *report.Result) []flow {
	var steps []step
	for _, line := range from.Trace {
		if l := place(line.File, line.Line, 0); l != nil {
			l.Message = text(line.Text)
			steps = append(steps, step{Location: l, Nesting: line.Depth, Order: len(steps) + 1, Importance: "important"})
		}
	}
	if l := where(from); l != nil {
		l.Message = text(from.Error.What)
		steps = append(steps, step{Location: l, Order: len(steps) + 1, Importance: "essential"})
	}
	if len(steps) == 0 {
		return nil
	}
	return []flow{{Threads: []thread{{Steps: steps}}}}
}

// place is a place in a file, nil for what is in none.
func place(file string, line, column int) *location {
	if file == "" || strings.HasPrefix(file, "<") {
		return nil
	}
	p := physical{Artifact: artifact{URI: uri(file)}}
	if !filepath.IsAbs(file) {
		p.Artifact.Base = sourceRoot
	}
	if line > 0 {
		p.Region = &region{Line: line, Column: column}
	}
	return &location{Physical: p}
}

// uri is a path as a reference: relative to where the tool ran, unless the path is absolute.
func uri(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}

func text(words string) *message { return &message{Text: words} }
