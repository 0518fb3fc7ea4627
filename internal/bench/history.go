package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/project"
	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/verdict"
)

// This file runs the checker on historical bugs: what a project's repository has before and after
// the commit that fixed one, or a Debian source package without and with the patch that did. Each is
// looked for in three ways, told apart: with a harness that was written for it, by its function alone,
// and by angelic verification.

// Bug is a historical bug, as the file cases.json of a folder lists them.
type Bug struct {
	ID         string   `json:"id"`
	Repository string   `json:"repository"` // owner/name on GitHub, or what git can clone
	Fix        string   `json:"fix"`        // the commit; the bug is in its parent
	Package    string   `json:"package"`    // instead of a repository: the name of a Debian source package
	Version    string   `json:"version"`    // of the package, as its changelog writes it
	Patch      string   `json:"patch"`      // that fixed the bug, as the package's list of patches names it
	File       string   `json:"file"`       // what is checked
	Further    []string `json:"further"`    // the files that a whole program needs, where they are there
	Flags      string   `json:"flags"`      // how files are read, in the folder of the sources
	Entry      string   `json:"entry"`      // the function; "": only the harness is asked
	Check      string   `json:"check"`      // of the function
	Options    string   `json:"options"`    // further flags of check; "-": only the harness is asked
	Harness    string   `json:"harness"`    // a file in the folder ID beside the list; "": there is none
	// HarnessCheck names the checks with the harness.
	HarnessCheck string `json:"harness_check"`
	Line         string `json:"line"` // a pattern of the place, as FILE:LINE, where it has to be reported
}

// Asked has the results of one way of asking about a bug, before and after the fix.
type Asked struct {
	Found         bool   // before the fix: a failure at the line, which is not there after it
	Silent        bool   // after it: no failure at the line
	Before, After string // the verdicts, or those of angelic
}

// BugRecord has the results about a bug. A way that was not asked is nil.
type BugRecord struct {
	ID                      string
	Harness, Entry, Angelic *Asked
	Problem                 string // why the bug was not asked about
}

// HistoryOptions say which bugs to look for and how.
type HistoryOptions struct {
	Folder   string // of cases.json
	Sources  string // folder of clones, those that are missing are cloned into it, and of unpacked source packages
	Timeout  time.Duration
	Checker  string // path of the program
	Flags    []string
	Only     []string // IDs; nil: all
	Jobs     int      // bugs asked about at a time; 0: one
	Progress io.Writer
}

// ReadBugs reads the list of a folder.
func ReadBugs(folder string) ([]Bug, error) {
	path := filepath.Join(folder, "cases.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the historical bugs: %w", err)
	}
	var bugs []Bug
	if err := json.Unmarshal(text, &bugs); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return bugs, nil
}

// RunHistory looks for the bugs of a folder. The records are in the list's order. An interrupted run returns those of
// the bugs it was done with, and the context's error.
func RunHistory(ctx context.Context, o HistoryOptions) ([]BugRecord, error) {
	bugs, err := ReadBugs(o.Folder)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "yogi-history-")
	if err != nil {
		return nil, fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	if o.Sources == "" {
		o.Sources = filepath.Join(scratch, "sources")
	}
	if o.Only != nil {
		bugs = slices.DeleteFunc(bugs, func(b Bug) bool { return !slices.Contains(o.Only, b.ID) })
	}
	records := make([]*BugRecord, len(bugs))
	here := make(chan struct{}, max(o.Jobs, 1))
	var group sync.WaitGroup
	var progress, sources sync.Mutex
	for i, b := range bugs {
		here <- struct{}{}
		group.Go(func() {
			defer func() { <-here }()
			h := &historian{options: o, bug: b, scratch: filepath.Join(scratch, b.ID), sources: &sources}
			record, err := h.run(ctx)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				record = BugRecord{ID: b.ID, Problem: err.Error()}
			}
			records[i] = &record
			progress.Lock()
			defer progress.Unlock()
			fmt.Fprintln(o.Progress, record.line())
		})
	}
	group.Wait()
	var out []BugRecord
	for _, r := range records {
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, ctx.Err()
}

// historian asks about one bug.
type historian struct {
	options HistoryOptions
	bug     Bug
	scratch string
	sources *sync.Mutex // while repositories are cloned and read
	line    *regexp.Regexp
	reading []string        // flags that say how files are read
	further []string        // flags of check
	open    property.Checks // of the function, those that angelic verification has
}

func (h *historian) run(ctx context.Context) (BugRecord, error) {
	record := BugRecord{ID: h.bug.ID}
	if !filepath.IsLocal(h.bug.ID) || !filepath.IsLocal(h.bug.File) {
		return record, fmt.Errorf("%s or %s is no name of a file", h.bug.ID, h.bug.File)
	}
	var err error
	if h.line, err = regexp.Compile(h.bug.Line); err != nil {
		return record, fmt.Errorf("the pattern of the line: %w", err)
	}
	if h.reading, err = project.SplitLine(h.bug.Flags); err != nil {
		return record, fmt.Errorf("the flags: %w", err)
	}
	h.reading = append(h.reading, "-I.", "-Isrc")
	alone := h.bug.Entry == "" || h.bug.Options == "-"
	if !alone {
		checks, err := property.ParseChecks(strings.Split(h.bug.Check, ","))
		if err != nil {
			return record, fmt.Errorf("the checks: %w", err)
		}
		h.open = checks & pipeline.AngelicChecks
	}
	if h.bug.Options != "-" {
		if h.further, err = project.SplitLine(h.bug.Options); err != nil {
			return record, fmt.Errorf("the options: %w", err)
		}
	}
	before, after := filepath.Join(h.scratch, "before"), filepath.Join(h.scratch, "after")
	defer os.RemoveAll(h.scratch)
	if err := h.layAlone(ctx, before, after); err != nil {
		return record, err
	}
	both := func(ask func(ctx context.Context, folder string) (string, failures)) *Asked {
		verdictBefore, old := ask(ctx, before)
		verdictAfter, still := ask(ctx, after)
		return &Asked{Before: verdictBefore, After: verdictAfter, Found: old.without(still), Silent: len(still) == 0}
	}
	if h.bug.Harness != "" {
		record.Harness = both(h.askHarness)
	}
	if !alone {
		record.Entry = both(h.askEntry)
		if h.open != 0 {
			record.Angelic = both(h.askAngelic)
		}
	}
	return record, nil
}

// layAlone is lay where no other bug's sources are written, since two bugs may be of one repository.
func (h *historian) layAlone(ctx context.Context, before, after string) error {
	h.sources.Lock()
	defer h.sources.Unlock()
	return h.lay(ctx, before, after)
}

// lay writes the sources before and after the fix into two folders.
func (h *historian) lay(ctx context.Context, before, after string) error {
	if h.bug.Package != "" {
		if err := h.layPatched(before, after); err != nil {
			return err
		}
	} else {
		repository, err := h.repository(ctx)
		if err != nil {
			return err
		}
		for folder, commit := range map[string]string{before: h.bug.Fix + "^", after: h.bug.Fix} {
			if err := project.CheckOut(ctx, repository, commit, folder); err != nil {
				return fmt.Errorf("reading %s of %s: %w", commit, h.bug.Repository, err)
			}
		}
	}
	return errors.Join(h.placeHeaders(before), h.placeHeaders(after))
}

// repository is where git finds the history: in the folder of clones, as NAME, OWNER+NAME or OWNER+NAME/repo, else it
// is cloned into it.
func (h *historian) repository(ctx context.Context) (string, error) {
	name := strings.ReplaceAll(strings.Trim(h.bug.Repository, "/"), "/", "+")
	clone := filepath.Join(h.options.Sources, name)
	for _, path := range []string{filepath.Join(clone, "repo"), clone, filepath.Join(h.options.Sources, filepath.Base(h.bug.Repository))} {
		if exec.CommandContext(ctx, "git", "-C", path, "cat-file", "-e", h.bug.Fix+"^{commit}").Run() == nil {
			return path, nil
		}
	}
	if _, err := os.Stat(clone); err == nil {
		return clone, nil // without the commit, which is said when it is read
	}
	url := h.bug.Repository
	if !strings.Contains(url, ":") && !filepath.IsAbs(url) {
		url = "https://github.com/" + url
	}
	if output, err := exec.CommandContext(ctx, "git", "clone", "--quiet", "--bare", "--", url, clone).CombinedOutput(); err != nil {
		return "", fmt.Errorf("cloning %s: %w: %s", url, err, lastLines(string(output)))
	}
	return clone, nil
}

// placeHeaders puts the folder cfg beside the list of bugs, which stands in for headers that a build writes, into the
// folder of the sources.
func (h *historian) placeHeaders(folder string) error {
	stands, err := filepath.Abs(filepath.Join(h.options.Folder, "cfg"))
	if err != nil {
		return fmt.Errorf("finding the folder cfg: %w", err)
	}
	if _, err := os.Stat(stands); err != nil {
		return nil
	}
	if err := os.Symlink(stands, filepath.Join(folder, "cfg")); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("placing the folder cfg: %w", err)
	}
	return nil
}

// askHarness checks the harness together with the files of the program.
func (h *historian) askHarness(ctx context.Context, folder string) (string, failures) {
	main, err := filepath.Abs(filepath.Join(h.options.Folder, h.bug.ID, h.bug.Harness))
	if err != nil {
		return err.Error(), nil
	}
	files := []string{main}
	text, err := os.ReadFile(main)
	if err != nil {
		return err.Error(), nil
	}
	if !bytes.Contains(text, []byte(filepath.Base(h.bug.File)+`"`)) { // else it includes the file
		files = append(files, h.bug.File)
	}
	return h.check(ctx, folder, h.bug.HarnessCheck, nil, append(files, h.others(folder)...))
}

// others are the further files of the program that a version has.
func (h *historian) others(folder string) []string {
	var files []string
	for _, f := range h.bug.Further {
		if _, err := os.Stat(filepath.Join(folder, f)); err == nil {
			files = append(files, f)
		}
	}
	return files
}

// askEntry checks the function with the mains that yogi harness writes, which the whole program is built with, one with
// empty objects and one with filled ones, and by itself. Every failure counts.
func (h *historian) askEntry(ctx context.Context, folder string) (string, failures) {
	said := ""
	var found failures
	empty := h.harnessText(ctx, folder)
	texts := [][]byte{empty}
	if filled := h.harnessText(ctx, folder, "--filled"); !bytes.Equal(filled, empty) {
		texts = append(texts, filled)
	}
	for _, text := range texts {
		if text == nil {
			continue
		}
		main := filepath.Join(folder, "yogi_harness_"+h.bug.ID+".c")
		if err := os.WriteFile(main, text, 0o600); err != nil {
			return err.Error(), nil
		}
		files := append([]string{filepath.Base(main)}, h.others(folder)...)
		verdict, failed := h.check(ctx, folder, h.bug.Check, []string{"--all", "-I" + filepath.Dir(h.bug.File)}, files)
		said += verdict + ", "
		found = found.with(failed)
	}
	verdict, alone := h.check(ctx, folder, h.bug.Check, []string{"--all", "--entry", h.bug.Entry}, []string{h.bug.File})
	return said + verdict, found.with(alone)
}

// harnessText is a main for the function; nil: none can be written.
func (h *historian) harnessText(ctx context.Context, folder string, flags ...string) []byte {
	written := h.child(ctx, folder, slices.Concat([]string{"harness"}, flags, h.reading, []string{h.bug.File, h.bug.Entry}, h.others(folder)))
	if written.err != nil || written.status != 0 {
		return nil
	}
	return written.stdout
}

// check asks check about files. It returns the verdict, and the failures at the line.
func (h *historian) check(ctx context.Context, folder, checks string, flags, files []string) (string, failures) {
	arguments := slices.Concat([]string{"check", "--json", "--jobs", "1", "--check", checks, "--timeout", h.options.Timeout.String()}, flags, h.further, h.reading, h.options.Flags, files)
	answered := h.child(ctx, folder, arguments)
	results := []reported{}
	if json.Unmarshal(answered.stdout, &results) != nil {
		results = []reported{{}}
		if json.Unmarshal(answered.stdout, &results[0]) != nil || results[0].Verdict == "" {
			return "no verdict: " + firstWords(answered.stderr), nil
		}
	}
	var found failures
	worst := "TRUE"
	for _, r := range results {
		failed := report.KindOf(r.Verdict) == verdict.Fail
		if at, there := h.isThere(r); failed && there {
			found = append(found, failureAt(folder, at, r.what()))
		}
		if failed || r.Verdict != "TRUE" && !strings.HasPrefix(worst, "FALSE") {
			worst = r.Verdict
		}
	}
	return worst, found
}

// isThere says that a failure is at the line: where it is, or, if that is in the library, where its run is last.
func (h *historian) isThere(r reported) (at spot, there bool) {
	if r.Error != nil && r.Error.File != "" && h.line.MatchString(r.Error.String()) {
		return r.Error.spot, true
	}
	if len(r.Trace) > 0 && h.line.MatchString(r.Trace[len(r.Trace)-1].String()) {
		return r.Trace[len(r.Trace)-1], true
	}
	return spot{}, false
}

// failure is one that a version has: what the source says there, which keeps its words where other
// lines move it, what is wrong, and where.
type failure struct {
	source, what string
	at           spot
}

type failures []failure

// with adds those of another way to ask about the version, each once.
func (f failures) with(other failures) failures {
	for _, x := range other {
		if !slices.Contains(f, x) {
			f = append(f, x)
		}
	}
	return f
}

// without says that a version has a failure that the other has not. Failures of one kind on lines that read the same
// are counted: one of them may be mended.
func (f failures) without(other failures) bool {
	counts := map[failure]int{}
	for _, x := range f {
		counts[failure{source: x.source, what: x.what}]++
	}
	for _, x := range other {
		counts[failure{source: x.source, what: x.what}]--
	}
	for _, n := range counts {
		if n > 0 {
			return true
		}
	}
	return false
}

// failureAt is the failure at a place of the sources in a folder.
func failureAt(folder string, at spot, what string) failure {
	path := at.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	at.File = filepath.Base(at.File) // by whatever path it was included
	text, err := os.ReadFile(path)
	lines := strings.Split(string(text), "\n")
	if err != nil || at.Line < 1 || at.Line > len(lines) {
		return failure{at.String(), what, at}
	}
	return failure{at.File + ": " + strings.Join(strings.Fields(lines[at.Line-1]), " "), what, at}
}

// askAngelic asks for warnings about the function, in its file alone and in the whole program. Every warning counts.
func (h *historian) askAngelic(ctx context.Context, folder string) (string, failures) {
	said, found := h.angelic(ctx, folder, []string{h.bug.File})
	if others := h.others(folder); len(others) > 0 {
		outcome, whole := h.angelic(ctx, folder, append([]string{h.bug.File}, others...))
		said, found = said+", "+outcome, found.with(whole)
	}
	return said, found
}

// angelic asks for warnings about the function in a program. It returns the outcome, and the warnings at the line.
func (h *historian) angelic(ctx context.Context, folder string, files []string) (string, failures) {
	arguments := slices.Concat([]string{"angelic", "--json", "--entries", h.bug.Entry, "--check", strings.Join(h.open.Names(), ","), "--timeout", h.options.Timeout.String()}, h.further, h.reading, h.options.Flags, files)
	answered := h.child(ctx, folder, arguments)
	var result struct {
		Outcome string `json:"outcome"`
		Entries []struct {
			Warnings []warning `json:"warnings"`
		} `json:"entries"`
	}
	if json.Unmarshal(answered.stdout, &result) != nil || result.Outcome == "" {
		return "no verdict: " + firstWords(answered.stderr), nil
	}
	var found failures
	for _, e := range result.Entries {
		for _, w := range e.Warnings {
			if h.line.MatchString(w.String()) {
				found = append(found, failureAt(folder, w.spot, w.What))
			}
		}
	}
	return result.Outcome, found
}

// warning is a place where something is wrong.
type warning struct {
	spot
	What string `json:"what"`
}

// reported is the part that is read of a result of check.
type reported struct {
	Verdict string   `json:"verdict"`
	Error   *warning `json:"error"`
	Trace   []spot   `json:"trace"`
}

// what says what is wrong, without the words about the values of this run.
func (r reported) what() string {
	if r.Error == nil {
		return ""
	}
	words, _, _ := strings.Cut(r.Error.What, ":")
	return words
}

type spot struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func (s spot) String() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// child runs the checker in a folder. Where every place is asked about it may take longer than its limit.
func (h *historian) child(ctx context.Context, folder string, arguments []string) child {
	return runChild(ctx, h.options.Checker, folder, 2*h.options.Timeout+grace, arguments)
}

// firstWords is the beginning of a complaint, for a table: of the one behind notes about how files are read.
func firstWords(text string) string {
	line := ""
	for _, next := range strings.Split(strings.TrimSpace(text), "\n") {
		if next = strings.TrimSpace(next); next != "" && (line == "" || strings.HasPrefix(line, readingNote)) {
			line = next
		}
	}
	return line[:min(len(line), 100)]
}

// readingNote is how the line begins that says which headers a program made the checker read.
const readingNote = "yogi: reads the machine's headers"

// line is the record in one line of progress.
func (r BugRecord) line() string {
	if r.Problem != "" {
		return r.ID + ": " + r.Problem
	}
	return fmt.Sprintf("%s: H %s, D %s, A %s", r.ID, r.Harness.words(), r.Entry.words(), r.Angelic.words())
}

// words say what one way gave.
func (a *Asked) words() string {
	switch {
	case a == nil:
		return "-"
	case a.Found && a.Silent:
		return "found, then silent"
	case a.Found:
		return "found, found again after the fix"
	case !a.Silent:
		return "after the fix only"
	}
	return "not found (" + a.Before + ")"
}

// IsAlarm says that the harness fails at the line after the fix, too: the verdict is wrong, or the harness is.
func (r BugRecord) IsAlarm() bool { return r.Harness != nil && !r.Harness.Silent }

// WriteHistory writes a table: a line a bug, and the sums of the three ways.
func WriteHistory(out io.Writer, records []BugRecord) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "bug\tharness (H)\tentry (D)\tangelic (A)\tH after the fix")
	ways := []func(BugRecord) *Asked{
		func(r BugRecord) *Asked { return r.Harness }, func(r BugRecord) *Asked { return r.Entry }, func(r BugRecord) *Asked { return r.Angelic },
	}
	var asked, found, silent [3]int
	any, proved := 0, 0
	for _, r := range records {
		hit, after := false, "-"
		for i, way := range ways {
			if a := way(r); a != nil {
				asked[i]++
				found[i] += count(a.Found)
				silent[i] += count(a.Silent)
				hit = hit || a.Found
			}
		}
		if r.Harness != nil {
			after = r.Harness.After
			proved += count(after == "TRUE")
		}
		any += count(hit)
		if r.Problem != "" {
			after = r.Problem
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.Harness.words(), r.Entry.words(), r.Angelic.words(), after)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	fmt.Fprintf(out, "found %d of %d: H %d of %d, D %d of %d, A %d of %d\n", any, len(records), found[0], asked[0], found[1], asked[1], found[2], asked[2])
	_, err := fmt.Fprintf(out, "after the fix: silent at the line H %d, D %d, A %d; proved with the harness %d of %d\n", silent[0], silent[1], silent[2], proved, asked[0])
	return err
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
