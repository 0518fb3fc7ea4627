package lsp

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/bug"
	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/page"
	"yogi/internal/pipeline"
	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/internal/suppress"
	"yogi/internal/verdict"
)

// Request asks a worker about one file, as it is in an editor.
type Request struct {
	File string `json:"file"` // its whole path
	// Overlay are the texts of files that are not as they are on the disk, by their whole paths.
	Overlay map[string]string `json:"overlay,omitempty"`
	// Entry is the function that is checked; "": main where there is one, else each that is not static.
	Entry string `json:"entry,omitempty"`
	// Touched are lines that were edited: functions that have one are checked first.
	Touched []int `json:"touched,omitempty"`
	// Known are keys of what was found out about entries before: an entry whose key is the same is not checked again.
	Known map[string]string `json:"known,omitempty"`
	// Scratch is a folder that goes when the worker has ended.
	Scratch string `json:"scratch"`
}

// Event is something that a worker found out. Exactly one field is set.
type Event struct {
	Reads    *Reads    `json:"reads,omitempty"`
	Trouble  []Trouble `json:"trouble,omitempty"`
	Finding  *Finding  `json:"finding,omitempty"`
	Done     *Done     `json:"done,omitempty"`
	Failure  string    `json:"failure,omitempty"` // nothing can be checked: bad flags, a file that is not there
	Settings []string  `json:"settings,omitempty"`
}

// Done says that the findings of an entry are told, or that they are those that were told before.
type Done struct {
	Entry string `json:"entry"`
	Key   string `json:"key,omitempty"` // of the findings; "": they are not to be kept
	Same  bool   `json:"same,omitempty"`
}

// Reads says what the program is made of and which functions will be checked.
type Reads struct {
	Files     []string   `json:"files"` // all that are read, whole paths
	Functions []Function `json:"functions"`
	Entries   []string   `json:"entries"`
}

// Function is one of the file that can be an entry.
type Function struct {
	Name   string `json:"name"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Trouble is a complaint of the front end.
type Trouble struct {
	Place report.Place `json:"place"`
	Code  string       `json:"code"`
	Notes []string     `json:"notes,omitempty"`
}

// Finding is a verdict.
type Finding struct {
	Entry      string         `json:"entry"`
	Result     *report.Result `json:"result"`
	Invariants []report.Place `json:"invariants,omitempty"`
	Text       string         `json:"text"`           // what "yogi check" prints of it
	Page       string         `json:"page,omitempty"` // of a fail, as HTML
}

// Options say how a worker checks.
type Options struct {
	All      bool                                        // each place that can go wrong apart
	Suppress func(files []string) (*suppress.Set, error) // what suppresses failures in files
}

// Work answers a request about a job, whose paths are whole: it writes events, one JSON object a line.
func Work(ctx context.Context, job pipeline.Job, request Request, options Options, out io.Writer) error {
	asked, began := job, time.Now()
	job, mirror, files, err := mirrored(ctx, asked, request)
	if err != nil {
		return err
	}
	// Which standard headers are read depends on the text, and which files are read on those.
	if _, err := job.ChooseHeaders(ctx); err != nil {
		return err
	}
	if asked.SystemOwn = job.SystemOwn; job.SystemOwn {
		if job, mirror, files, err = mirrored(ctx, asked, request); err != nil {
			return err
		}
	}
	set, err := options.Suppress(job.Files)
	if err != nil {
		return err
	}
	w := &worker{job: job, request: request, all: options.All, set: set, mirror: mirror, out: out}
	w.stamps = stampsOf(slices.DeleteFunc(slices.Clone(files), w.isCopied), began)
	functions, err := pipeline.Entries(ctx, job)
	var diagnostics source.Diagnostics
	switch {
	case !load.IsC(job.Files[0]): // entries are of C
		return w.boogie(ctx)
	case errors.As(err, &diagnostics):
		return w.trouble(diagnostics)
	case err != nil && !errors.Is(err, pipeline.ErrNoEntry):
		return err
	}
	reads := &Reads{Files: files, Functions: []Function{}, Entries: []string{}}
	hasMain := false
	for _, f := range functions {
		hasMain = hasMain || f.Name == "main"
		if w.real(f.Pos.File) == request.File {
			reads.Functions = append(reads.Functions, Function{f.Name, f.Pos.Line, f.Pos.Column})
		}
	}
	reads.Entries = w.entries(reads.Functions, hasMain)
	if err := w.emit(Event{Reads: reads}); err != nil {
		return err
	}
	w.isSilenced = !set.IsEmpty() || slices.ContainsFunc(append(slices.Clone(files), job.Files...), hasMarks)
	for _, entry := range reads.Entries {
		if err := w.checkChanged(ctx, entry); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// worker is one call of Work.
type worker struct {
	job     pipeline.Job
	request Request
	all     bool
	set     *suppress.Set
	mirror  string // folder of the copies; "": there are none
	out     io.Writer
	// isSilenced: something may suppress failures, so that findings depend on more than the program.
	isSilenced bool
	isOpen     bool // something about the entry is not decided
	// stamps say when the files were written that are read; nil: one was written since the work began.
	stamps map[string]stamp
}

// entries are the functions to check, in their order.
func (w *worker) entries(functions []Function, hasMain bool) []string {
	switch {
	case w.request.Entry != "":
		return []string{w.request.Entry}
	case w.job.Entry != "" && w.job.Entry != pipeline.AllEntries:
		return []string{w.job.Entry}
	case hasMain && w.job.Entry == "":
		return []string{"main"}
	}
	var first, rest []string
	for i, f := range functions {
		isTouched := slices.ContainsFunc(w.request.Touched, func(line int) bool {
			return line >= f.Line && (i+1 == len(functions) || line < functions[i+1].Line)
		})
		if isTouched {
			first = append(first, f.Name)
		} else {
			rest = append(rest, f.Name)
		}
	}
	return append(append([]string{}, first...), rest...)
}

func (w *worker) boogie(ctx context.Context) error {
	reads := &Reads{Files: w.job.Files, Functions: []Function{}, Entries: []string{cmp.Or(w.request.Entry, w.job.Entry)}}
	if err := w.emit(Event{Reads: reads}); err != nil {
		return err
	}
	return w.check(ctx, reads.Entries[0])
}

// checkChanged checks an entry unless the request has the key of what would be found.
func (w *worker) checkChanged(ctx context.Context, entry string) error {
	key, known := "", w.request.Known[entry]
	if known != "" {
		if key = w.key(ctx, entry); key == known {
			return w.emit(Event{Done: &Done{Entry: entry, Key: key, Same: true}})
		}
	}
	w.isOpen = false
	if err := w.check(ctx, entry); err != nil {
		return err
	}
	if key == "" {
		key = w.key(ctx, entry)
	}
	if w.isOpen || w.isWritten() {
		key = "" // more time or another machine may decide it, or the key is of another text than the findings
	}
	return w.emit(Event{Done: &Done{Entry: entry, Key: key}})
}

// key is the same for two texts only if what is found out about an entry, and all that is told of it, is the same: what
// the verdict rests on, the program with its names and places, and the lines of the functions that the entry reaches.
// "" is that of nothing: it is not known.
func (w *worker) key(ctx context.Context, entry string) string {
	if w.isSilenced || ctx.Err() != nil {
		return ""
	}
	basis, err := pipeline.BasisOf(ctx, w.jobOf(entry))
	if err != nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%v\n%s\n", basis.Key, w.all, w.real(basis.Text()))
	for _, span := range basis.Reached {
		text, _ := textOf(span.File)
		lines := strings.Split(text, "\n")
		fmt.Fprintf(h, "%s %d %d\n%s\n", w.real(span.File), span.First, span.Last,
			strings.Join(lines[min(max(span.First-1, 0), len(lines)):min(max(span.Last, 0), len(lines))], "\n"))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// stamp tells two texts of a file apart.
type stamp struct {
	written time.Time
	size    int64
}

// coarse is by how much the time that a file has may lie behind the clock's.
const coarse = 20 * time.Millisecond

// stampsOf are those of files, nil where one was written since a time.
func stampsOf(files []string, since time.Time) map[string]stamp {
	out := map[string]stamp{}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.ModTime().After(since.Add(-coarse)) {
			return nil
		}
		out[file] = stamp{info.ModTime(), info.Size()}
	}
	return out
}

// isCopied says that a copy of a file is read, which nobody writes.
func (w *worker) isCopied(file string) bool {
	_, err := os.Stat(filepath.Join(w.mirror, file))
	return w.mirror != "" && err == nil
}

// isWritten says that the files may be others than when the work began: what was found and its key may be of two texts.
func (w *worker) isWritten() bool {
	for file, was := range w.stamps {
		if info, err := os.Stat(file); err != nil || (stamp{info.ModTime(), info.Size()}) != was {
			return true
		}
	}
	return w.stamps == nil
}

// hasMarks says that a file may have comments that suppress failures.
func hasMarks(file string) bool {
	text, ok := textOf(file)
	return !ok || strings.Contains(text, "yogi:")
}

// jobOf asks about one entry.
func (w *worker) jobOf(entry string) pipeline.Job {
	job := w.job
	if job.Entry != "" || entry != "main" {
		job = job.ForEntry(entry)
	}
	job.Invariants = true
	return job
}

// check finds the verdict about an entry, or those about its places.
func (w *worker) check(ctx context.Context, entry string) error {
	job := w.jobOf(entry)
	results, err := w.results(ctx, job)
	var diagnostics source.Diagnostics
	if errors.As(err, &diagnostics) {
		return w.trouble(diagnostics)
	}
	if err != nil {
		return err
	}
	for _, r := range results {
		r.Entry = entry
		w.isOpen = w.isOpen || report.KindOf(r.Verdict) == verdict.Unknown
		finding := &Finding{Entry: entry, Result: r, Invariants: r.Invariants}
		var text strings.Builder
		r.WriteText(&text)
		fmt.Fprintln(&text, r.Verdict)
		finding.Text = text.String()
		if report.KindOf(r.Verdict) == verdict.Fail {
			var html strings.Builder
			view := page.Check{Version: job.Version, Results: []*report.Result{r}, Checked: job.Checks.Names(), Text: textOf}
			if job.Rule != nil {
				view.Checked = []string{"the rule " + job.Rule.Name}
			}
			if err := page.WriteCheck(&html, view); err != nil {
				return err
			}
			finding.Page = html.String()
		}
		if err := w.emit(Event{Finding: finding}); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) results(ctx context.Context, job pipeline.Job) (out []*report.Result, err error) {
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			err = fmt.Errorf("an error of the checker itself: %s", b.Message)
		}
	}()
	if !w.all {
		r, err := w.set.Check(ctx, job)
		if err != nil {
			return nil, err
		}
		return []*report.Result{r}, nil
	}
	findings, err := pipeline.RunPlaces(ctx, job)
	for _, f := range findings {
		r := report.NewResult(f.Verdict, job.Files, f.Seconds)
		if r.NullOnly = f.NullOnly; f.What != "" {
			r.Property = f.Property
			r.Place = &report.Place{File: f.File, Line: f.Line, Column: f.Column, What: f.What}
		}
		w.set.Apply(r)
		out = append(out, r)
	}
	return out, err
}

func textOf(name string) (string, bool) {
	text, err := os.ReadFile(name)
	return string(text), err == nil
}

func (w *worker) trouble(diagnostics source.Diagnostics) error {
	var out []Trouble
	for _, d := range diagnostics {
		out = append(out, Trouble{report.Place{File: d.Pos.File, Line: d.Pos.Line, Column: d.Pos.Column, What: d.Message}, string(d.Code), d.Notes})
	}
	return w.emit(Event{Trouble: out})
}

// emit writes an event, in which the copies have the names of the files.
func (w *worker) emit(e Event) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encoding what was found: %w", err)
	}
	_, err = fmt.Fprintln(w.out, w.real(string(text)))
	return err
}

// real is a text with the names of the files in the place of those of the copies.
func (w *worker) real(text string) string {
	if w.mirror == "" {
		return text
	}
	return strings.ReplaceAll(text, w.mirror+"/", "/")
}

// mirrored is the job over copies of all that it reads, if some of that is not as it is on the disk: the copies lie
// below a folder, each at its path, so that they include one another as the files do. Headers of the system stay where
// they are. files are those that are read.
func mirrored(ctx context.Context, job pipeline.Job, request Request) (_ pipeline.Job, folder string, files []string, err error) {
	overlay := map[string][]byte{}
	for path, text := range request.Overlay {
		overlay[path] = []byte(text)
	}
	files = slices.Clone(job.Files)
	if load.IsC(job.Files[0]) {
		options := job.COptions()
		options.Overlay = overlay
		headers, err := c.Headers(ctx, options)
		if err != nil {
			return job, "", nil, err
		}
		files = append(files, headers...)
	}
	isEdited := func(path string) bool { return overlay[path] != nil }
	if !slices.ContainsFunc(files, isEdited) {
		return job, "", files, nil
	}
	folder = Copies(request)
	systemEdited := slices.ContainsFunc(files, func(path string) bool { return isEdited(path) && isSystems(path) })
	stays := func(path string) bool { return !systemEdited && isSystems(path) }
	for _, path := range files {
		if stays(path) {
			continue
		}
		text, edited := overlay[path]
		if !edited {
			if text, err = load.ReadSource(path); err != nil {
				return job, "", nil, err
			}
		}
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(path)), 0o700); err != nil {
			return job, "", nil, fmt.Errorf("copying the program: %w", err)
		}
		if err := os.WriteFile(filepath.Join(folder, path), text, 0o600); err != nil {
			return job, "", nil, fmt.Errorf("copying the program: %w", err)
		}
	}
	known := job.KnownAs
	if known == nil {
		known = job.Files
	}
	job = job.Moved(func(path string) string {
		if _, err := os.Stat(path); err != nil && !isEdited(path) || stays(path) || !filepath.IsAbs(path) {
			return path // a header that is searched for, or of the system
		}
		return filepath.Join(folder, path)
	})
	job.KnownAs = known
	job.FilePrefixes = append(slices.Clone(job.FilePrefixes), folder+"=")
	return job, folder, files, nil
}

// Copies is the folder below which a worker puts copies of files, each at its path.
func Copies(r Request) string { return filepath.Join(r.Scratch, "files") }

// isSystems says that a header or a folder of headers is one of the system, which nobody edits.
func isSystems(path string) bool {
	for _, folder := range []string{"/usr/include", "/usr/lib", "/usr/local/include", "/usr/share"} {
		if path == folder || strings.HasPrefix(path, folder+"/") {
			return true
		}
	}
	return false
}
