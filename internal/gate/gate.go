// Package gate writes the results of checks as build servers read them: JUnit's XML, a test a result, and
// GitLab's code quality, an issue a failure. Both are what the results say, and no more: an answer that is
// unknown is no failure, and no success either.
package gate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"yogi/internal/report"
	"yogi/internal/sarif"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Seconds  string     `xml:"time,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Seconds string   `xml:"time,attr"`
	Failure *outcome `xml:"failure"`
	Error   *outcome `xml:"error"`
	Skipped *outcome `xml:"skipped"`
	Output  string   `xml:"system-out,omitempty"`
	took    float64
}

type outcome struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes a test for each result. A failure that is not suppressed is one of the test, with its run; an
// unknown answer and a suppressed failure are tests that were skipped, with the reason; what could not be read is an
// error.
func JUnit(out io.Writer, version string, results []*report.Result) error {
	var cases []testCase
	for _, r := range results {
		cases = append(cases, testOf(r))
		for _, further := range r.Suppressed {
			cases = append(cases, testOf(further))
		}
	}
	return writeJUnit(out, version, cases)
}

// JUnitDiagnostics writes a run that came to no result since the program's text is wrong.
func JUnitDiagnostics(out io.Writer, version string, diagnostics source.Diagnostics) error {
	var cases []testCase
	for _, d := range diagnostics {
		what := &outcome{Type: string(d.Code), Message: d.Message, Text: strings.Join(d.Notes, "\n")}
		cases = append(cases, testCase{Name: "read", Class: className(d.Pos.File), File: relative(d.Pos.File), Line: d.Pos.Line, Seconds: "0.000", Error: what})
	}
	return writeJUnit(out, version, cases)
}

func writeJUnit(out io.Writer, version string, cases []testCase) error {
	all := suite{Name: "yogi " + version, Tests: len(cases), Cases: cases}
	total := 0.0
	for _, c := range cases {
		total += c.took
		switch {
		case c.Failure != nil:
			all.Failures++
		case c.Error != nil:
			all.Errors++
		case c.Skipped != nil:
			all.Skipped++
		}
	}
	all.Seconds = seconds(total)
	text, err := xml.MarshalIndent(suites{Tests: all.Tests, Failures: all.Failures, Errors: all.Errors, Skipped: all.Skipped, Suites: []suite{all}}, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(out, "%s%s\n", xml.Header, text)
	}
	if err != nil {
		return fmt.Errorf("writing JUnit's XML: %w", err)
	}
	return nil
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

func testOf(r *report.Result) testCase {
	c := testCase{Name: nameOf(r), Class: className(fileOf(r)), took: r.Seconds["total"], Seconds: seconds(r.Seconds["total"])}
	if file, line := placeOf(r); file != "" {
		c.File, c.Line = relative(file), line
	}
	said := r.Verdict
	if r.Detail != "" {
		said += ": " + r.Detail
	}
	switch kind := report.KindOf(r.Verdict); {
	case r.Suppression != nil:
		c.Skipped = &outcome{Message: "suppressed: " + r.Suppression.Reason + " (" + said + ")"}
	case kind == verdict.Fail:
		var run strings.Builder
		r.WriteTrace(&run)
		c.Failure = &outcome{Type: r.Property, Message: messageOf(r), Text: printable(run.String())}
		if script := r.Evidence[report.ScriptRole]; script != "" {
			c.Output = "reproduce: sh " + script
		}
	case r.Verdict == report.NotRead:
		c.Error = &outcome{Message: said}
	case kind == verdict.Unknown:
		c.Skipped = &outcome{Message: said}
	}
	return c
}

// printable leaves out what XML cannot say.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' {
			return '?'
		}
		return c
	}, text)
}

// nameOf says what was asked: the function, and what must not happen, and where if the result is of one place.
func nameOf(r *report.Result) string {
	name := r.Property
	if r.Place != nil {
		name += fmt.Sprintf(" at line %d: %s", r.Place.Line, r.Place.What)
	}
	if about := r.About(); about != "" {
		return about + ": " + name
	}
	return name
}

func messageOf(r *report.Result) string {
	if r.Error != nil && r.Error.What != "" {
		return r.Error.What
	}
	return r.Verdict
}

// placeOf is where a failure is, or the place that a result is about.
func placeOf(r *report.Result) (file string, line int) {
	if file, line = sarif.PlaceOf(r); file == "" && r.Place != nil {
		file, line = r.Place.File, r.Place.Line
	}
	return file, line
}

func fileOf(r *report.Result) string {
	if file, _ := placeOf(r); file != "" {
		return file
	}
	if len(r.Files) > 0 {
		return r.Files[0]
	}
	return "program"
}

// className is a file's name as build servers group tests by: without the dots that they split at.
func className(file string) string {
	file = relative(file)
	return strings.ReplaceAll(strings.TrimSuffix(file, filepath.Ext(file)), ".", "_")
}

// relative is a path below the working folder, which is the repository's in a build server; another path as it is.
func relative(file string) string {
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(filepath.Clean(file))
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return file
	}
	if within, err := filepath.Rel(here, file); err == nil && filepath.IsLocal(within) {
		return filepath.ToSlash(within)
	}
	return file
}

// issue is one of GitLab's code quality.
type issue struct {
	Description string   `json:"description"`
	Check       string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"`
	Location    location `json:"location"`
}

type location struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

// CodeQuality writes an issue for each failure that is not suppressed. GitLab tells by the fingerprints which are
// new in a change; they stay the same when other lines are edited.
func CodeQuality(out io.Writer, results []*report.Result) error {
	issues := []issue{}
	seen := map[string]int{}
	add := func(check, description, file string, line int, identity string) {
		// The same failure found from several functions is an issue for each.
		n := seen[identity]
		seen[identity]++
		sum := sha256.Sum256([]byte(fmt.Sprintf("%s\n%d", identity, n)))
		i := issue{Description: description, Check: check, Fingerprint: hex.EncodeToString(sum[:16]), Severity: "critical", Location: location{Path: relative(file)}}
		i.Location.Lines.Begin = max(line, 1)
		issues = append(issues, i)
	}
	for _, r := range results {
		if report.KindOf(r.Verdict) != verdict.Fail || r.Suppression != nil {
			continue
		}
		file, line := placeOf(r)
		if file == "" {
			file = fileOf(r)
		}
		description := messageOf(r)
		if about := r.About(); about != "" {
			description = about + ": " + description
		}
		finding := sarif.Fingerprint(r)
		if finding == "" {
			finding = fmt.Sprint(line)
		}
		add(r.Property, description, file, line, strings.Join([]string{relative(file), r.Property, r.About(), finding}, "\n"))
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(issues); err != nil {
		return fmt.Errorf("writing GitLab's code quality: %w", err)
	}
	return nil
}
