// Package report turns verdicts into what people and programs read: the lines of the command line, one
// JSON object, tables. What is a format of its own has a package: evidence, compiled tests (ctest),
// witnesses, test suites, pages of recorded runs (trace).
package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"

	"yogi/internal/assumption"
	"yogi/internal/coverage"
	"yogi/internal/ir"
	"yogi/internal/shell"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// Result is the JSON object of one check. Its fields are stable across releases.
type Result struct {
	Verdict     string             `json:"verdict"` // TRUE, FALSE(unreach-call), UNKNOWN(reason)
	Reason      string             `json:"reason,omitempty"`
	Detail      string             `json:"detail,omitempty"`
	Property    string             `json:"property"`
	Files       []string           `json:"files"`
	Entry       string             `json:"entry,omitempty"`
	Program     string             `json:"program,omitempty"`   // of a folder with several: the file with its main, or what the build links
	Place       *Place             `json:"place,omitempty"`     // of --all: where it can go wrong
	In          string             `json:"in,omitempty"`        // of --all: the function that the place is in
	NullOnly    bool               `json:"null_only,omitempty"` // of --all: only with a null pointer for a parameter was a test found
	Expected    string             `json:"expected,omitempty"`  // by the task's definition: TRUE, FALSE
	Class       string             `json:"class,omitempty"`     // executed, interpreted, proved
	Assumptions assumption.List    `json:"assumptions"`
	Warnings    []Warning          `json:"warnings,omitempty"`
	Undefined   []Undefined        `json:"undefined,omitempty"`
	Error       *Place             `json:"error,omitempty"`
	Related     []Place            `json:"related,omitempty"` // further places that have to do with the error
	Trace       []Line             `json:"trace,omitempty"`
	Omitted     int                `json:"omitted_steps,omitempty"` // of the trace: its end does not depend on them
	Unconfirmed *Run               `json:"unconfirmed,omitempty"`   // of an unknown: a run that may fail
	Help        string             `json:"help,omitempty"`          // of an unknown: the cheapest thing that may settle it
	Counts      Counts             `json:"counts"`
	Attempts    []Attempt          `json:"attempts,omitempty"`
	Seconds     map[string]float64 `json:"seconds"`
	Evidence    map[string]string  `json:"evidence,omitempty"`
	Settings    *Settings          `json:"settings,omitempty"`
	Cases       []CaseResult       `json:"cases,omitempty"` // of --by-cases
	Scope       *Scope             `json:"scope,omitempty"`
	Fingerprint string             `json:"fingerprint,omitempty"` // of a failure: says which it is when other lines change
	// Suppression says that somebody decided to live with the failure; Suppressed are further
	// failures that were found first, and Rest is the verdict about all that is not suppressed.
	Suppression *Suppression `json:"suppression,omitempty"`
	Suppressed  []*Result    `json:"suppressed,omitempty"`
	Rest        string       `json:"rest,omitempty"`
	// Invariants of the proof's loops and the coverage are for pages and exports alone.
	Invariants []Place          `json:"-"`
	Coverage   *coverage.Report `json:"-"`
}

// NotRead stands in the place of the verdict about a program of several that could not be read.
const NotRead = "not read"

// ScriptRole is the role, in Evidence, of the script that builds the test of a fail and runs it.
const ScriptRole = "script"

// Warning is something that a reader of the verdict may not expect: that there is nothing to check,
// or code that no run reaches.
type Warning struct {
	ID   string `json:"id"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// Undefined is a function without a body: how many places call it, and how many of them have a part in the
// verdict.
type Undefined struct {
	Function string `json:"function"`
	Calls    int    `json:"calls"`
	Mattered int    `json:"mattered"`
}

// Place is a position with what happens there.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
	What   string `json:"what"`
}

// Run is a run to where something goes wrong.
type Run struct {
	Error Place  `json:"error"`
	Trace []Line `json:"trace,omitempty"`
	// Omitted is the number of steps that are left out of the trace since its end does not depend on them.
	Omitted int `json:"omitted_steps,omitempty"`
}

// Line is one step of the trace.
type Line struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
	Depth    int    `json:"depth"`
	Variable string `json:"-"` // that the text says the value of, if it does
	Value    string `json:"-"`
}

// Counts are the counters of the engine.
type Counts struct {
	Iterations    int            `json:"iterations"`
	Tests         int            `json:"tests"`
	Steps         int64          `json:"steps"`
	Splits        int            `json:"splits"`
	Regions       int            `json:"regions"`
	Questions     int            `json:"questions"`
	GraphsReused  int            `json:"graphs_reused"`
	SolverQueries int            `json:"solver_queries"`
	SolverSeconds float64        `json:"solver_seconds"`
	MeanSurvival  float64        `json:"mean_survival"`
	Overhead      float64        `json:"iteration_overhead_seconds"` // median of the time outside the solver
	Other         map[string]int `json:"other,omitempty"`
}

// Attempt is one attempt of the search: a row of each choice of package portfolio, "" where there was none to make.
type Attempt struct {
	Lane       string  `json:"lane,omitempty"` // beside others; "": one attempt came after the other
	Method     string  `json:"method,omitempty"`
	Guess      string  `json:"guess,omitempty"`
	Conditions string  `json:"conditions,omitempty"`
	Engine     string  `json:"engine,omitempty"`
	Share      float64 `json:"share"`           // the last choice's, of the time that is left in the rows around
	Given      float64 `json:"given,omitempty"` // seconds; 0: as many as it takes
	Used       float64 `json:"used"`            // seconds
	Iterations int     `json:"iterations"`
	Gave       string  `json:"gave"`   // TRUE, FALSE, UNKNOWN(reason) or nothing
	Counts     bool    `json:"counts"` // what it gave holds of the program that was asked about
}

// NewResult describes a verdict about files; seconds are the times of the stages by name.
func NewResult(v verdict.Verdict, files []string, seconds map[string]float64) *Result {
	r := &Result{
		Verdict: Words(v), Property: v.Property, Files: files, Class: v.Class, Evidence: v.Evidence,
		Detail: v.Detail, Counts: counts(v.Statistics), Attempts: attempts(v.Statistics), Seconds: seconds, Assumptions: v.Assumptions,
	}
	for _, w := range v.Warnings {
		r.Warnings = append(r.Warnings, Warning{w.ID, w.Pos.File, w.Pos.Line, w.Text})
	}
	for _, u := range v.Undefined {
		r.Undefined = append(r.Undefined, Undefined{u.Name, u.Calls, u.Mattered})
	}
	for _, i := range v.Invariants {
		r.Invariants = append(r.Invariants, Place{File: i.Pos.File, Line: i.Pos.Line, Column: i.Pos.Column, What: i.Text})
	}
	if r.Assumptions == nil {
		r.Assumptions = assumption.List{}
	}
	switch v.Kind {
	case verdict.Pass:
	case verdict.Fail:
		run := runOf(v.Test)
		r.Error, r.Trace, r.Omitted = &run.Error, run.Trace, run.Omitted
	default:
		r.addUnknown(v)
	}
	return r
}

// addUnknown says why a verdict is unknown, where that is, and what may settle it.
func (r *Result) addUnknown(v verdict.Verdict) {
	r.Reason = string(reason(v))
	if explained := ReasonNamed(r.Reason); explained != nil {
		r.Help = explained.Try[0]
	}
	if v.Reason == verdict.Timeout {
		r.Help = helpInTime(v.Detail, r.Seconds["total"])
		if len(v.Watched) > 0 {
			names := strings.Join(v.Watched, ",")
			r.Help = fmt.Sprintf("--remove-body %s, since the rule watches what has these loops in it or below it, and may be kept whatever is done there (what they return is then any value); or %s", names, r.Help)
		}
	}
	switch {
	case len(v.Needed) > 0:
		r.Help = helpWithout(v.Needed)
	case v.Reason == verdict.ModelReason: // no function is named that a definition could stand for
		r.Help = helpOutside
	}
	if v.Reason == verdict.EvidenceRejected && len(v.NullArguments) > 0 {
		r.Help = helpWithNull(v.NullArguments)
	}
	if v.Unconfirmed != nil {
		run := runOf(v.Unconfirmed)
		r.Unconfirmed = &run
	}
	if d := v.Diagnostic; d != nil {
		r.Error = &Place{File: d.Pos.File, Line: d.Pos.Line, Column: d.Pos.Column, What: d.Message}
		if len(d.Notes) > 0 {
			r.Help = d.Notes[0]
		}
	}
}

// helpWithout says what to do where no test gets results of functions as it needs them.
func helpWithout(needed []string) string {
	functions := slices.DeleteFunc(slices.Clone(needed), ir.AreLaterTexts) // which no file of C can define
	if len(functions) == 0 {
		return "--entry FUNCTION for what is called with these texts, or a harness of it (yogi harness)"
	}
	return fmt.Sprintf("a definition of %s that does what matters here, in one more C file behind the others; or --entry FUNCTION for what is called behind it",
		strings.Join(functions, ", "))
}

// helpOutside says what to do where a test needs contents of objects that no outside gives.
const helpOutside = "a harness that makes the objects as callers do: --harness, or yogi harness FILE FUNCTION for one to change"

// helpWithNull says what to do where the run that is not one of the machine's was given null pointers by the caller of
// an entry, which the caller may never do.
func helpWithNull(arguments []string) string {
	are := "is a null pointer"
	if len(arguments) > 1 {
		are = "are null pointers"
	}
	return fmt.Sprintf("--non-null, if no caller hands over null pointers: in this run %s %s", strings.Join(arguments, ", "), are)
}

// keptAtExit is the word of yogi explain for memory that a program has when it ends.
const keptAtExit = "kept-at-exit"

// explained is the word under which yogi explain has most about why the answer is unknown.
func (r *Result) explained() string {
	if r.Error != nil && strings.Contains(r.Error.What, "when the program ends, memory") {
		return keptAtExit
	}
	return r.Reason
}

// loopWithoutInvariant matches what the detail of an unknown says of a loop in a file of the program.
var loopWithoutInvariant = regexp.MustCompile(`(?m)^the loop at (.+?:\d+)(:\d+)? needs an invariant`)

// helpInTime is advice for a check that took so many seconds: where the search stands at a
// loop, what holds there, else five times as long.
func helpInTime(detail string, seconds float64) string {
	if loop := loopWithoutInvariant.FindStringSubmatch(detail); loop != nil {
		return fmt.Sprintf("an assertion of what holds in the loop at %s, which is checked, and known behind it; or constants in the place of what bounds the loop", loop[1])
	}
	more := math.Ceil(max(seconds, 1)) * 5
	if more >= 120 {
		return fmt.Sprintf(moreTime+"%.0fm", more/60)
	}
	return fmt.Sprintf(moreTime+"%.0fs", more)
}

const moreTime = "more time: --timeout "

// OfferPlaces names the way to parts of an answer, for a check of many places that ran out of time.
func (r *Result) OfferPlaces() {
	if r.Reason == string(verdict.Timeout) && r.Place == nil && strings.HasPrefix(r.Help, moreTime) {
		r.Help = "a verdict for each place that can go wrong, many of which are easy: --all; or " + r.Help
	}
}

// Rename puts the names of the files that the result is about through change.
func (r *Result) Rename(change func(file string) string) {
	files := make([]string, len(r.Files))
	for i, file := range r.Files {
		files[i] = change(file)
	}
	r.Files = files
	if r.Error != nil {
		r.Error.File = change(r.Error.File)
	}
	for i := range r.Related {
		r.Related[i].File = change(r.Related[i].File)
	}
	renameLines(r.Trace, change)
	if run := r.Unconfirmed; run != nil {
		run.Error.File = change(run.Error.File)
		renameLines(run.Trace, change)
	}
	for i := range r.Warnings {
		r.Warnings[i].File = change(r.Warnings[i].File)
	}
}

// Why is the detail of an unknown, without its reason and the place of its error.
func (r *Result) Why() string {
	if r.Reason == string(verdict.Timeout) && r.Detail == "" && r.Place == nil {
		return r.spent()
	}
	if r.Error != nil && strings.HasPrefix(r.Detail, r.Error.place()+": "+r.Error.What) { // which is said at its place
		return ""
	}
	return r.Detail
}

func renameLines(lines []Line, change func(file string) string) {
	for i := range lines {
		lines[i].File = change(lines[i].File)
	}
}

// runOf is a test for a reader.
func runOf(test *verdict.Test) Run {
	what, pos := test.What, test.Pos
	if n := len(test.Trace); strings.HasPrefix(pos.File, "<") { // in what the front end made
		if test.Called.IsValid() {
			pos = test.Called
		} else if n > 0 {
			pos = test.Trace[n-1].Pos
		}
	}
	if test.About != "" {
		what += ": " + test.About
	}
	run := Run{Error: Place{File: pos.File, Line: pos.Line, Column: pos.Column, What: what}, Omitted: test.Omitted}
	for _, s := range test.Trace {
		run.Trace = append(run.Trace, Line{s.Function, s.Pos.File, s.Pos.Line, s.Text, s.Depth, s.Variable, s.Value})
	}
	return run
}

func counts(s verdict.Statistics) Counts {
	return Counts{
		Iterations: s.Iterations, Tests: s.Tests, Steps: s.Steps, Splits: s.Splits, Regions: s.Regions,
		Questions: s.Questions, GraphsReused: s.GraphsReused, SolverQueries: s.SolverQueries,
		SolverSeconds: s.SolverTime, MeanSurvival: s.MeanSurvival, Overhead: s.Overhead, Other: s.ByKind,
	}
}

func attempts(s verdict.Statistics) []Attempt {
	var out []Attempt
	for _, a := range s.Attempts {
		gave := map[verdict.Kind]string{verdict.Pass: "TRUE", verdict.Fail: "FALSE"}[a.Gave]
		switch {
		case a.Gave == verdict.Unknown && a.Reason == "":
			gave = "nothing"
		case a.Gave == verdict.Unknown:
			gave = "UNKNOWN(" + string(a.Reason) + ")"
		}
		out = append(out, Attempt{
			Lane: a.Lane, Method: a.Method, Guess: a.Guess, Conditions: a.Conditions, Engine: a.Engine,
			Share: a.Share, Given: a.Given, Used: a.Used, Iterations: a.Iterations, Gave: gave, Counts: a.Counts,
		})
	}
	return out
}

// Words is the verdict in the words of the software verification competition.
func Words(v verdict.Verdict) string {
	switch v.Kind {
	case verdict.Pass:
		return "TRUE"
	case verdict.Fail:
		return "FALSE(" + v.Property + ")"
	}
	return "UNKNOWN(" + string(reason(v)) + ")"
}

// KindOf is the kind of a verdict of which there are but these words; of others it is unknown.
func KindOf(words string) verdict.Kind {
	switch {
	case words == "TRUE":
		return verdict.Pass
	case strings.HasPrefix(words, "FALSE"):
		return verdict.Fail
	}
	return verdict.Unknown
}

// reason is why a verdict is unknown. One that nobody filled in is a bug of ours.
func reason(v verdict.Verdict) verdict.Reason {
	if v.Kind != verdict.Unknown || v.Reason == "" {
		return verdict.Internal
	}
	return v.Reason
}

// ExitStatus is the exit status of a check that gave v: 0 pass, 1 fail, 3 unknown, 4 for an error of
// ours or evidence that was rejected. Status 2 (bad input, usage) has no verdict.
func ExitStatus(v verdict.Verdict) int { return StatusOf(v.Kind, reason(v)) }

// StatusOf is the exit status of a check that gave a verdict of a kind, with the reason of an unknown.
func StatusOf(kind verdict.Kind, reason verdict.Reason) int {
	switch {
	case kind == verdict.Pass:
		return 0
	case kind == verdict.Fail:
		return 1
	case reason == verdict.Internal, reason == verdict.EvidenceRejected:
		return 4
	}
	return 3
}

// WriteJSON writes the result as one object.
func (r *Result) WriteJSON(out io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// WriteStatistics writes the counters and times, one a line.
func (r *Result) WriteStatistics(out io.Writer) {
	fmt.Fprintf(out, "iterations      %d\ntests           %d\nsteps           %d\nsplits          %d\nregions         %d\nquestions       %d\ngraphs reused   %d\nsolver queries  %d\nmean survival   %.1f\nin the solver   %.3fs\nan iteration    %.3fms outside the solver (median)\n",
		r.Counts.Iterations, r.Counts.Tests, r.Counts.Steps, r.Counts.Splits, r.Counts.Regions,
		r.Counts.Questions, r.Counts.GraphsReused, r.Counts.SolverQueries, r.Counts.MeanSurvival, r.Counts.SolverSeconds, 1e3*r.Counts.Overhead)
	for _, name := range sortedKeys(r.Counts.Other) {
		fmt.Fprintf(out, "%-15s %d\n", name, r.Counts.Other[name])
	}
	for _, name := range sortedKeys(r.Seconds) {
		fmt.Fprintf(out, "%-15s %.3fs\n", name, r.Seconds[name])
	}
}

// WriteAttempts writes the attempts of the search as a table, in the order in which they were made,
// those of a lane together.
func (r *Result) WriteAttempts(out io.Writer) error {
	if len(r.Attempts) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	isBeside := slices.ContainsFunc(r.Attempts, func(a Attempt) bool { return a.Lane != r.Attempts[0].Lane })
	if isBeside {
		fmt.Fprint(table, "lane\t")
	}
	fmt.Fprintln(table, "method\tguess\tconditions\tengine\tshare\tgiven\tused\titerations\tgave")
	or := func(name string) string { return cmp.Or(name, "-") }
	for _, a := range r.Attempts {
		given, gave := "-", a.Gave
		if a.Given > 0 {
			given = fmt.Sprintf("%.2fs", a.Given)
		}
		if !a.Counts {
			gave += ", of another program"
		}
		if isBeside {
			fmt.Fprintf(table, "%s\t", or(a.Lane))
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%.2f\t%s\t%.2fs\t%d\t%s\n",
			or(a.Method), or(a.Guess), or(a.Conditions), or(a.Engine), a.Share, given, a.Used, a.Iterations, gave)
	}
	return table.Flush()
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// WriteText writes what a person reads before the verdict's line: the trace of a fail, the assumptions,
// why an answer is unknown, where the evidence is.
func (r *Result) WriteText(out io.Writer) {
	r.WriteTrace(out)
	if why := r.Why(); why != "" {
		fmt.Fprintln(out, why)
	}
	if r.Error != nil && r.Reason != "" {
		fmt.Fprintf(out, "%s: %s\n", r.Error.place(), r.Error.What)
	}
	r.writeCases(out)
	if r.Help != "" {
		fmt.Fprintf(out, "what may help: %s (yogi explain %s)\n", r.Help, r.explained())
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(out, "%s: warning: %s\n", source.Pos{File: w.File, Line: w.Line}, w.Text)
	}
	for _, a := range r.Assumptions {
		fmt.Fprintln(out, "assumed: "+a.String()+r.part(a))
	}
	if r.Class != "" {
		fmt.Fprintln(out, "evidence:", r.Class)
	}
	for _, role := range sortedKeys(r.Evidence) {
		if role != ScriptRole {
			fmt.Fprintf(out, "  %s: %s\n", role, r.Evidence[role])
		}
	}
	if script := r.Evidence[ScriptRole]; script != "" {
		fmt.Fprintln(out, "reproduce: sh", shell.Word(script))
	}
	if r.Expected != "" {
		fmt.Fprintln(out, "expected by the task:", r.Expected)
	}
	r.writeSuppressed(out)
	if r.Settings != nil {
		fmt.Fprintln(out, r.Settings)
	}
}

// Settings say which file set what of the check.
type Settings struct {
	File string   `json:"file"`
	Keys []string `json:"keys"`
}

func (s *Settings) String() string {
	return "settings: " + s.File + " (" + strings.Join(s.Keys, ", ") + ")"
}

// part says of an assumption of a pass whether it was found to matter.
func (r *Result) part(a assumption.Assumption) string {
	switch {
	case r.Verdict != "TRUE" || a.Use == assumption.NotChecked:
		return ""
	case a.Use == assumption.Used:
		return " [without it the verdict is another one]"
	}
	return " [the verdict is the same without it]"
}

// writeSuppressed writes which failures are suppressed, and why.
func (r *Result) writeSuppressed(out io.Writer) {
	n := 0
	for _, each := range append([]*Result{r}, r.Suppressed...) {
		if each.Suppression != nil {
			n++
			fmt.Fprintf(out, "suppressed: %s: %s: %s\n", each.Error.place(), each.Error.What, each.Suppression)
		}
	}
	switch {
	case n == 0:
	case r.Rest != "":
		fmt.Fprintf(out, "%s; no other check fails\n", suppressedCount(n))
	default:
		fmt.Fprintln(out, suppressedCount(n))
	}
}

// WriteTrace writes the steps of a fail and where it ends, or of a run that may fail.
func (r *Result) WriteTrace(out io.Writer) {
	writeLines(out, r.Trace, r.Omitted)
	if run := r.Unconfirmed; run != nil {
		writeLines(out, run.Trace, run.Omitted)
		fmt.Fprintf(out, "%s: may fail, which is not confirmed: %s\n", run.Error.place(), run.Error.What)
	}
	if r.Error != nil && r.Reason == "" {
		fmt.Fprintf(out, "%s: %s\n", r.Error.place(), r.Error.What)
	}
}

func writeLines(out io.Writer, lines []Line, omitted int) {
	if omitted > 0 {
		fmt.Fprintf(out, "the run, without %s on which its end does not depend (--steps all):\n", Numbered(omitted, "step"))
	}
	for _, l := range lines {
		fmt.Fprintf(out, "%s: %s%s\n", l.place(), strings.Repeat("  ", l.Depth), l.Text)
	}
}

func (p *Place) place() string {
	return source.Pos{File: p.File, Line: p.Line, Column: p.Column}.String()
}

// place is where a step is; a program without positions has functions at least.
func (l Line) place() string {
	if l.Line == 0 {
		return l.Function
	}
	return source.Pos{File: l.File, Line: l.Line}.String()
}
