// Package suppress says which failures somebody has decided to live with: by a comment in the source,
//
//	*p = 0; // yogi: ignore[null] the caller has looked
//
// on the line of the failure or alone on the line above it, by a rule for checks and files that a settings file has
// (Rule), or by being in a baseline, the results of an earlier check.
//
// A failure that is suppressed keeps its verdict and its evidence, and is reported as suppressed with the reason. What
// it changes is the exit status, and that the rest of the program is asked about: runs end at such a failure then.
package suppress

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/sarif"
	"yogi/internal/verdict"
)

// The names of the warnings.
const (
	WarnUnknown = "suppression-unknown" // of a check that there is not
	WarnReason  = "suppression-reason"  // without a reason: nothing is suppressed
	WarnUnused  = "suppression-unused"
)

// Set has the comments, the baseline and the rules that suppress failures in some files.
// Results may be given to it by several goroutines at once.
type Set struct {
	mu       sync.Mutex      // guards what Apply reads and notes
	names    []string        // of checks
	seen     map[string]bool // files whose comments were read
	marks    []*inSource
	known    map[finding]bool // of the baseline
	baseline string           // its file
	rules    []Rule
	warnings []report.Warning
}

// finding is a failure as a baseline knows it. A line has one fingerprint for all checks of memory, so a null pointer
// there would hide an access outside of an object.
type finding struct{ fingerprint, check string }

// checkOf is the name of the check, or of the rule, that failed.
func checkOf(r *report.Result) string {
	return cmp.Or(property.NameOf(r.Property, r.Error.What), r.Property)
}

// inSource is a comment that suppresses failures of a line.
type inSource struct {
	file    string
	comment int // its line
	line    int // that it is about
	check   string
	reason  string
	used    bool
}

// Read finds the comments in files; those of a header are found where a failure lies in it. names are the checks that
// may be named besides the built-in ones: rules.
func Read(files, names []string) *Set {
	s := &Set{names: append(property.CheckNames(), names...), seen: map[string]bool{}, known: map[finding]bool{}}
	for _, file := range files {
		s.read(file)
	}
	return s
}

func (s *Set) read(file string) {
	if s.seen[file] {
		return
	}
	s.seen[file] = true
	content, err := os.ReadFile(file)
	text, names := string(content), s.names
	if err != nil || !strings.Contains(text, "yogi:") {
		return // what cannot be read is complained of elsewhere
	}
	all := comments(text)
	isComment := map[int]bool{}
	for _, c := range all {
		if c.alone {
			isComment[c.line] = true
		}
	}
	for _, c := range all {
		m := mark.FindStringSubmatch(c.text)
		if m == nil {
			continue
		}
		line := c.line
		for isComment[line] {
			line++
		}
		reason := strings.TrimSpace(m[2])
		if reason == "" {
			s.warn(WarnReason, file, c.line, "ignore[%s] has no reason behind it, so it suppresses nothing", m[1])
			continue
		}
		for _, name := range strings.Split(m[1], ",") {
			if name = strings.TrimSpace(name); !slices.Contains(names, name) {
				s.warn(WarnUnknown, file, c.line, "ignore[%s]: there is no check %q; there are %s", m[1], name, strings.Join(names, ", "))
				continue
			}
			s.marks = append(s.marks, &inSource{file, c.line, line, name, reason, false})
		}
	}
}

func (s *Set) warn(id, file string, line int, format string, args ...any) {
	s.warnings = append(s.warnings, report.Warning{ID: id, File: file, Line: line, Text: fmt.Sprintf(format, args...)})
}

// Baseline adds the failures of an earlier check, as --json writes its results.
func (s *Set) Baseline(name string, earlier io.Reader) error {
	text, err := io.ReadAll(earlier)
	if err != nil {
		return fmt.Errorf("reading the baseline: %w", err)
	}
	var results []*report.Result
	if strings.HasPrefix(strings.TrimSpace(string(text)), "[") {
		err = json.Unmarshal(text, &results)
	} else {
		results = make([]*report.Result, 1)
		err = json.Unmarshal(text, &results[0])
	}
	if err != nil {
		return fmt.Errorf("reading the baseline %s: %w", name, err)
	}
	s.baseline = name
	for _, r := range results {
		for _, each := range append([]*report.Result{r}, r.Suppressed...) {
			if each.Fingerprint != "" && each.Error != nil {
				s.known[finding{each.Fingerprint, checkOf(each)}] = true
			}
		}
	}
	return nil
}

// Rule suppresses failures of checks in the files that it covers.
type Rule struct {
	Covers func(file string) bool
	Checks []string
	Reason string
	File   string // that says so
}

// Add adds a rule. The error says that it names a check that there is not.
func (s *Set) Add(r Rule) error {
	for _, name := range r.Checks {
		if !slices.Contains(s.names, name) {
			return fmt.Errorf("%s: suppressions.ignore: there is no check %q; there are %s", r.File, name, strings.Join(s.names, ", "))
		}
	}
	s.rules = append(s.rules, r)
	return nil
}

// IsEmpty says that nothing can be suppressed.
func (s *Set) IsEmpty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.marks)+len(s.known)+len(s.rules) == 0
}

// Apply gives a result its fingerprint and, if something suppresses its failure, says so in it.
func (s *Set) Apply(r *report.Result) {
	if report.KindOf(r.Verdict) != verdict.Fail {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Fingerprint = sarif.Fingerprint(r)
	file, line := sarif.PlaceOf(r)
	s.read(file)
	check := checkOf(r)
	for _, m := range s.marks {
		if m.file == file && m.line == line && m.check == check {
			m.used = true
			r.Suppress(report.Suppression{Kind: report.InSource, Check: check, Reason: m.reason, File: m.file, Line: m.comment})
			return
		}
	}
	for _, rule := range s.rules {
		if file != "" && slices.Contains(rule.Checks, check) && rule.Covers(file) {
			r.Suppress(report.Suppression{Kind: report.External, Check: check, Reason: rule.Reason, File: rule.File})
			return
		}
	}
	if s.known[finding{r.Fingerprint, check}] {
		r.Suppress(report.Suppression{Kind: report.External, Check: check, Reason: "in the baseline", File: s.baseline})
	}
}

// Warnings are about what is wrong with the comments and, if all results are known, the ones that were of no use:
// those of checks that were made and whose failures none was.
func (s *Set) Warnings(results []*report.Result, checked func(name string) bool) []report.Warning {
	out := slices.Clone(s.warnings)
	for _, r := range results {
		if report.KindOf(r.Verdict) == verdict.Unknown || report.KindOf(r.Verdict) == verdict.Fail && r.Suppression == nil && r.Place == nil {
			return out // behind what is not known there may be what they are for
		}
	}
	for _, m := range s.marks {
		if !m.used && checked(m.check) {
			text := fmt.Sprintf("ignore[%s] suppresses nothing: no run that was asked about fails the check there", m.check)
			out = append(out, report.Warning{ID: WarnUnused, File: m.file, Line: m.comment, Text: text})
		}
	}
	return out
}

// Check is pipeline.Run until a verdict is none of a failure that is suppressed: each time without the failures that
// were. The result is the first one that is suppressed if nothing else fails.
func (s *Set) Check(ctx context.Context, job pipeline.Job) (*report.Result, error) {
	var suppressed []*report.Result
	began, limit, out := time.Now(), job.Timeout, job.Out
	if !s.IsEmpty() {
		job.Apart, job.Shared = true, load.NewShared()
	}
	for {
		outcome, err := pipeline.Run(ctx, job)
		if err != nil {
			return nil, err
		}
		r := report.NewResult(outcome.Verdict, job.Files, outcome.Seconds)
		r.Coverage = outcome.Coverage
		s.Apply(r)
		if r.Suppression == nil {
			return joined(r, suppressed), nil
		}
		place := load.PlaceAt(outcome.Test.Pos, outcome.Test.Property, outcome.Test.What)
		if slices.Contains(job.Given, place) { // runs did not end there: nothing is known of the rest
			r.CountAgain()
			return joined(r, suppressed), nil
		}
		suppressed = append(suppressed, r)
		job.Given = append(slices.Clone(job.Given), place)
		if limit > 0 {
			job.Timeout = max(time.Millisecond, deadline.Rest(limit, began))
		}
		if out != "" { // the evidence of each stays
			job.Out = filepath.Join(out, fmt.Sprintf("rest-%d", len(suppressed)))
		}
	}
}

// joined is the result of a check in which failures were suppressed before.
func joined(r *report.Result, suppressed []*report.Result) *report.Result {
	switch {
	case len(suppressed) == 0:
		return r
	case report.KindOf(r.Verdict) == verdict.Pass:
		first := suppressed[0]
		first.Suppressed, first.Rest, first.Coverage = suppressed[1:], r.Verdict, r.Coverage
		first.Assumptions = slices.Clone(first.Assumptions)
		first.Assumptions.Join(r.Assumptions)
		return first
	}
	r.Suppressed = suppressed
	return r
}
