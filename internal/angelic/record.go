package angelic

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/report"
	"yogi/internal/source"
)

// Record is the JSON object of a run. Its fields are stable across releases.
type Record struct {
	Outcome     string          `json:"outcome"` // CLEAN, WARNINGS(n), UNDECIDED
	Files       []string        `json:"files"`
	Config      string          `json:"config,omitempty"`
	Entries     []EntryRecord   `json:"entries"`
	Assumptions assumption.List `json:"assumptions"`
}

// EntryRecord holds what was found from one entry.
type EntryRecord struct {
	Name           string          `json:"name"`
	Complete       bool            `json:"complete"`
	Certified      bool            `json:"certified"`           // the proof that it is complete was checked
	Unchecked      string          `json:"unchecked,omitempty"` // why it could not be
	Undecided      string          `json:"undecided,omitempty"`
	Notes          []string        `json:"notes,omitempty"`
	Ignored        []string        `json:"ignored,omitempty"`
	Specifications []SpecRecord    `json:"specifications"`
	Warnings       []WarningRecord `json:"warnings"`
	Unexplained    []WarningRecord `json:"unexplained,omitempty"`
	Suppressed     []WarningRecord `json:"suppressed,omitempty"`
	Known          []WarningRecord `json:"known,omitempty"` // in the baseline
	Iterations     int             `json:"iterations"`
	Seconds        float64         `json:"seconds"`
}

// SpecRecord is a specification that was assumed.
type SpecRecord struct {
	Text  string `json:"text"`
	Shape string `json:"shape"`
	File  string `json:"file"`
	Line  int    `json:"line"`
	What  string `json:"what"`
	// State is outside, latent, manifest, kept or discharged; the last three say what the callers
	// in the files make of it.
	State   State          `json:"state"`
	Others  bool           `json:"others"` // there may be callers elsewhere
	Callers []CallerRecord `json:"callers,omitempty"`
}

// CallerRecord holds what a caller makes of a specification.
type CallerRecord struct {
	Name      string        `json:"name"`
	Answer    Answer        `json:"answer"`
	Certified bool          `json:"certified,omitempty"` // the proof of one that keeps it or passes it on was checked
	Assumed   []string      `json:"assumed,omitempty"`   // by a caller that passes on
	Calls     []PlaceRecord `json:"calls,omitempty"`     // that break it
	Why       string        `json:"why,omitempty"`       // it is undecided
}

// PlaceRecord is a place in a file, with the function that is called there.
type PlaceRecord struct {
	Function string `json:"function,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column,omitempty"`
}

// BrokenRecord holds what a warning breaks: one of some specifications of a function at a call of it.
type BrokenRecord struct {
	Function       string      `json:"function"`
	Specifications []string    `json:"specifications"`
	Call           PlaceRecord `json:"call"`
}

// WarningRecord is a warning.
type WarningRecord struct {
	Class    Class             `json:"class"`
	Function string            `json:"function"`
	File     string            `json:"file"`
	Line     int               `json:"line"`
	Column   int               `json:"column,omitempty"`
	What     string            `json:"what"`
	Source   string            `json:"source,omitempty"` // the line
	Reason   string            `json:"reason"`
	Tried    []Rejected        `json:"tried,omitempty"`
	Executed string            `json:"executed,omitempty"`
	Evidence map[string]string `json:"evidence,omitempty"`
	Breaks   *BrokenRecord     `json:"breaks,omitempty"`
	Calls    []PlaceRecord     `json:"calls,omitempty"` // that are open where it fails, of the functions behind the entry
	Trace    []StepRecord      `json:"trace,omitempty"`
}

// StepRecord is one line of a trace.
type StepRecord struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
	Depth    int    `json:"depth"`
}

// NewRecord describes a result.
func NewRecord(r *Result, files []string, config string) *Record {
	out := &Record{Outcome: r.Words(), Files: files, Config: config, Assumptions: r.Assumptions, Entries: []EntryRecord{}}
	if out.Assumptions == nil {
		out.Assumptions = assumption.List{}
	}
	lines := sourceLines{}
	for _, e := range r.Entries {
		entry := EntryRecord{
			Name: e.Name, Complete: e.Complete, Certified: e.Certified, Unchecked: e.Unchecked, Undecided: e.Undecided, Notes: e.Notes, Ignored: e.Ignored,
			Iterations: e.Iterations, Seconds: e.Seconds,
			Specifications: []SpecRecord{}, Warnings: []WarningRecord{},
		}
		for _, s := range e.Specifications {
			entry.Specifications = append(entry.Specifications, s.record())
		}
		for _, w := range e.Warnings {
			entry.Warnings = append(entry.Warnings, w.record(lines))
		}
		for _, w := range e.Unexplained {
			entry.Unexplained = append(entry.Unexplained, w.record(lines))
		}
		for _, w := range e.Suppressed {
			entry.Suppressed = append(entry.Suppressed, w.record(lines))
		}
		for _, w := range e.Known {
			entry.Known = append(entry.Known, w.record(lines))
		}
		out.Entries = append(out.Entries, entry)
	}
	return out
}

// Write writes the record as one JSON object.
func (r *Record) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

func (w *Warning) record(lines sourceLines) WarningRecord {
	out := WarningRecord{
		Class: w.Class, Function: w.Function, File: w.Place.File, Line: w.Place.Line, Column: w.Place.Column, What: w.What,
		Source: lines.at(w.Place, 0), Reason: w.Reason, Tried: w.Tried, Executed: w.Executed, Evidence: w.Evidence,
	}
	if b := w.Breaks; b != nil {
		out.Breaks = &BrokenRecord{b.Function, texts(b.Specifications), placeRecord(b.Function, b.Call)}
	}
	for _, f := range w.Stack[min(1, len(w.Stack)):] {
		out.Calls = append(out.Calls, placeRecord(f.Function, f.Call))
	}
	for _, s := range w.Trace {
		out.Trace = append(out.Trace, StepRecord{s.Function, s.Pos.File, s.Pos.Line, s.Text, s.Depth})
	}
	return out
}

func placeRecord(function string, pos source.Pos) PlaceRecord {
	return PlaceRecord{function, pos.File, pos.Line, pos.Column}
}

func (s *Specification) record() SpecRecord {
	out := SpecRecord{Text: s.Text, Shape: s.Shape, File: s.Place.File, Line: s.Place.Line, What: s.What, State: s.State, Others: s.Others}
	for _, c := range s.Callers {
		caller := CallerRecord{Name: c.Name, Answer: c.Answer, Certified: c.Certified, Assumed: texts(c.Assumed), Why: c.Why}
		for _, w := range c.Warnings {
			caller.Calls = append(caller.Calls, placeRecord(w.Breaks.Function, w.Breaks.Call))
		}
		out.Callers = append(out.Callers, caller)
	}
	return out
}

// Reports are the warnings as results of checks.
func (r *Result) Reports(files []string) []*report.Result {
	var out []*report.Result
	for _, w := range slices.Concat(r.Warnings(), r.Unexplained()) {
		property := w.Property
		if property == "" {
			property = "unreach-call"
		}
		result := &report.Result{
			Verdict: "FALSE(" + property + ")", Property: property, Files: files, Class: string(w.Class), Assumptions: r.Assumptions,
			Detail: w.Reason, Entry: w.Entry,
			Error: &report.Place{File: w.Place.File, Line: w.Place.Line, Column: w.Place.Column, What: w.What + " (" + string(w.Class) + ", from " + w.Entry + ")"},
		}
		if b := w.Breaks; b != nil {
			result.Related = []report.Place{{File: b.Call.File, Line: b.Call.Line, Column: b.Call.Column, What: b.words()}}
		}
		for _, s := range w.Trace {
			result.Trace = append(result.Trace, report.Line{Function: s.Function, File: s.Pos.File, Line: s.Pos.Line, Text: s.Text, Depth: s.Depth})
		}
		out = append(out, result)
	}
	return out
}

// Results are the warnings as results of checks, and a result for each entry without any.
func (r *Result) Results(files []string) []*report.Result {
	out := r.Reports(files)
	for _, e := range r.Entries {
		if len(e.Warnings)+len(e.Unexplained) > 0 {
			continue
		}
		result := &report.Result{Verdict: "TRUE", Property: "no warning", Files: files, Entry: e.Name, Seconds: map[string]float64{"total": e.Seconds}}
		if !e.Complete || len(e.Notes) > 0 {
			result.Verdict, result.Reason, result.Detail = "UNKNOWN(undecided)", "undecided", e.State()
		}
		out = append(out, result)
	}
	return out
}

// sourceLines are the lines of source files by name.
type sourceLines map[string][]string

// at is the text of a line, some lines away from a position; "" if there is none.
func (l sourceLines) at(pos source.Pos, away int) string {
	text, ok := l[pos.File]
	if !ok {
		data, err := os.ReadFile(pos.File)
		if err == nil {
			text = strings.Split(string(data), "\n")
		}
		l[pos.File] = text
	}
	if n := pos.Line + away; n >= 1 && n <= len(text) {
		return strings.TrimSpace(text[n-1])
	}
	return ""
}

// IgnoreMark is the comment that suppresses warnings about its line and the next.
const IgnoreMark = "yogi:ignore"

// Suppress sets warnings aside that a comment in the source asks not to see.
func (r *Result) Suppress() {
	lines := sourceLines{}
	r.setAside(func(e *Entry, w *Warning) *[]*Warning {
		if strings.Contains(lines.at(w.Place, 0), IgnoreMark) || strings.Contains(lines.at(w.Place, -1), IgnoreMark) {
			return &e.Suppressed
		}
		return nil
	})
}

// Baseline sets warnings aside that an earlier record, in JSON, has too: of the same function and kind about a
// line of the same text.
func (r *Result) Baseline(earlier io.Reader) error {
	var record Record
	if err := json.NewDecoder(earlier).Decode(&record); err != nil {
		return fmt.Errorf("reading the baseline: %w", err)
	}
	known := map[[3]string]int{}
	for _, e := range record.Entries {
		for _, list := range [][]WarningRecord{e.Warnings, e.Unexplained, e.Known, e.Suppressed} {
			for _, w := range list {
				known[[3]string{w.Function, w.What, w.Source}]++
			}
		}
	}
	lines := sourceLines{}
	r.setAside(func(e *Entry, w *Warning) *[]*Warning {
		key := [3]string{w.Function, w.What, lines.at(w.Place, 0)}
		if known[key] == 0 {
			return nil
		}
		known[key]--
		return &e.Known
	})
	return nil
}

// setAside moves warnings, and failures without an explanation, to the lists that where names; nil keeps one.
func (r *Result) setAside(where func(*Entry, *Warning) *[]*Warning) {
	for _, e := range r.Entries {
		for _, from := range []*[]*Warning{&e.Warnings, &e.Unexplained} {
			var kept []*Warning
			for _, w := range *from {
				if list := where(e, w); list != nil {
					*list = append(*list, w)
				} else {
					kept = append(kept, w)
				}
			}
			*from = kept
		}
	}
}
