package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Record is the outcome of one task under one algorithm: one line of the results file.
type Record struct {
	Task       string  `json:"task"`
	Category   string  `json:"category"`
	Algorithm  string  `json:"algorithm"`
	Timeout    float64 `json:"timeout"` // seconds
	Flags      string  `json:"flags,omitempty"`
	Expected   string  `json:"expected"`
	Verdict    string  `json:"verdict"` // TRUE, FALSE(...), UNKNOWN(...)
	Outcome    Outcome `json:"outcome"`
	Reason     string  `json:"reason,omitempty"` // of an unknown; "input" when the program was refused
	Detail     string  `json:"detail,omitempty"`
	Class      string  `json:"class,omitempty"`
	Seconds    float64 `json:"seconds"`
	Peak       float64 `json:"memory_mib,omitempty"` // the most that one of its processes had
	Queries    int     `json:"queries"`
	Iterations int     `json:"iterations"`
	Tests      int     `json:"tests"`
	Regions    int     `json:"regions"`
	Splits     int     `json:"splits"`
	Solver     float64 `json:"solver_seconds,omitempty"`             // of Seconds
	Overhead   float64 `json:"iteration_overhead_seconds,omitempty"` // median of an iteration's time outside the solver
	// Counts are further counters of the search, by name.
	Counts map[string]int `json:"counts,omitempty"`
	Origin
	ExitStatus  int    `json:"exit"`
	Diagnostics string `json:"diagnostics,omitempty"`
}

// Outcome classes a record against the expectation.
type Outcome string

// The outcomes.
const (
	Right       Outcome = "right"
	Wrong       Outcome = "wrong"
	Disputed    Outcome = "disputed"  // contradicts an expectation that speaks of other semantics, or one listed by hand
	Unchecked   Outcome = "unchecked" // decided, and there is no expectation
	Undecided   Outcome = "unknown"
	Uncountable Outcome = "not counted" // the property is one that the command line cannot express
)

// key is equal for two runs that are the same run. The machine is no part of it: a set may be run on several.
func (r Record) key() string { return r.Revision + "|" + r.question() }

// question is equal for two runs that compare their revisions.
func (r Record) question() string {
	return fmt.Sprintf("%s|%s|%g|%s", r.Task, r.Algorithm, r.Timeout, r.Flags)
}

// judge sets the outcome from the verdict, the expectation and the tasks disputed by hand.
func (r *Record) judge(t Task, disputed map[string]string) {
	got := ""
	switch {
	case r.Verdict == "TRUE":
		got = "true"
	case strings.HasPrefix(r.Verdict, "FALSE"):
		got = "false"
	}
	_, isDisputed := disputed[t.ID]
	switch {
	case got == "":
		r.Outcome = Undecided
	case t.Expected == "":
		r.Outcome = Unchecked
	case got == t.Expected:
		r.Outcome = Right
	case isDisputed, t.Semantics == "mathint-labelled" && got == "false":
		r.Outcome = Disputed
	default:
		r.Outcome = Wrong
	}
}

// results is the file of records: what is there is not run again.
type results struct {
	file *os.File
	done map[string]Record
}

// ReadRecords reads the records of a file in their order, without lines that are none.
func ReadRecords(path string) ([]Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var records []Record
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r Record
		if json.Unmarshal(lines.Bytes(), &r) == nil && r.Task != "" {
			records = append(records, r)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the results in %s: %w", path, err)
	}
	return records, nil
}

// openResults reads the records of a file, if it is there, and opens it for more. A damaged last line,
// which an interrupted run leaves, is dropped.
func openResults(path string) (*results, error) {
	done := map[string]Record{}
	old, err := ReadRecords(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, r := range old {
		done[r.key()] = r
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("opening the results: %w", err)
	}
	return &results{file: file, done: done}, endLine(file)
}

// endLine ends a last line that was cut off, so that the next record starts a line.
func endLine(file *os.File) error {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := file.ReadAt(last, info.Size()-1); err != nil {
		return err
	}
	if last[0] != '\n' {
		_, err = file.WriteString("\n")
	}
	return err
}

func (r *results) add(record Record) error {
	text, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("recording %s: %w", record.Task, err)
	}
	if _, err := r.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("recording %s: %w", record.Task, err)
	}
	return nil
}

func (r *results) close() error { return r.file.Close() }
