package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/harness"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/remote"
	"yogi/internal/report"
	"yogi/internal/verdict"
)

// checks are those of one run of the program: made in this process, as many at a time as it may have processors, or on
// a cluster, which has many of them at a time.
type checks struct {
	options *checkOptions
	client  *remote.Client // nil: there is no cluster
	said    io.Writer
	scratch string        // folder of harnesses; "": there are none
	reading chan struct{} // what is read at a time
	here    chan struct{} // has the checks that are made in this process
	alone   sync.Mutex    // held by who waits until there is none

	mu    sync.Mutex // guards what follows, and what takes several writes to said
	files map[string]*libraryFile
}

// libraryFile is a file whose functions get a harness.
type libraryFile struct {
	once sync.Once
	read *c.ForHarness // nil: it cannot be read
	err  error
}

// newChecks begins a run; end ends it, on the workers too.
func (o *checkOptions) newChecks(cmd *cobra.Command) (out *checks, end func(), err error) {
	scratch := ""
	if o.harness {
		if scratch, err = os.MkdirTemp("", "yogi-harness-"); err != nil {
			return nil, nil, fmt.Errorf("making a folder for harnesses: %w", err)
		}
	}
	client, err := o.where.client(cmd, runtime.NumCPU())
	if err != nil {
		return nil, nil, errors.Join(err, removeFolder(scratch))
	}
	out = &checks{
		options: o, client: client, said: cmd.ErrOrStderr(), scratch: scratch,
		reading: make(chan struct{}, runtime.NumCPU()), here: make(chan struct{}, 1), files: map[string]*libraryFile{},
	}
	return out, func() {
		if client != nil {
			client.Close()
		}
		_ = removeFolder(scratch)
	}, nil
}

// removeFolder removes a folder, if there is one.
func removeFolder(path string) error {
	if path == "" {
		return nil
	}
	return os.RemoveAll(path)
}

// elsewhere says what does not go with checks on other machines: what is written beside the evidence is written by the
// process that makes the check.
func (o *checkOptions) elsewhere() error {
	if o.where.url == "" {
		return o.where.check()
	}
	for flag, isGiven := range map[string]bool{
		"--all": o.all, "--trace": o.trace != "", "--log-queries": o.job.SolverLog != "", "--witness": o.job.Witness != "",
		"--paranoid": o.job.Paranoid, "--html, --lcov and --cobertura": o.pages.asked(),
	} {
		if isGiven {
			return fmt.Errorf("with --cluster checks are made on other machines, and %s is of checks that this one makes", flag)
		}
	}
	return nil
}

// memoryOfOne is what a check needs in most cases: so many bytes of --memory are left to each that is made at once.
const memoryOfOne = 1 << 30

// divide has checks of so many entries made beside one another in this process, where nothing tells on the way of the
// one that is made: each has an equal part of the processors.
func (s *checks) divide(n int) {
	o := s.options
	if s.client != nil || o.trace != "" || o.heard != nil || o.job.SolverLog != "" {
		return
	}
	atOnce := min(n, o.job.Jobs)
	if o.memory > 0 {
		atOnce = min(atOnce, int(o.memory/memoryOfOne))
	}
	atOnce = max(1, atOnce)
	o.job.Jobs = max(1, o.job.Jobs/atOnce)
	s.here = make(chan struct{}, atOnce)
	if atOnce > 1 {
		o.job.Journal = nil // a line of progress is about one
	}
}

// each does something for so many entries, as many at a time as are made at once, in their order, until one of them
// fails.
func (s *checks) each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	atOnce := cap(s.here)
	if s.client != nil {
		atOnce = remote.Window
	}
	if atOnce == 1 {
		for i := range n {
			if err := do(ctx, i); err != nil {
				return err
			}
		}
		return nil
	}
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for i := range n {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			if inner.Err() != nil {
				return
			}
			if err := do(inner, i); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	return context.Cause(inner)
}

// progress tells a person which entry is begun.
func (s *checks) progress(i, of int, name string) {
	if o := s.options; !o.quiet && !o.json && isTerminal(os.Stderr) {
		fmt.Fprintf(s.said, "%d of %d: %s\n", i+1, of, name)
	}
}

// read does what takes this machine's processors, with others no more than there are.
func (s *checks) read(ctx context.Context, do func() error) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case s.reading <- struct{}{}:
	}
	defer func() { <-s.reading }()
	return do()
}

// check is the check of a job, less the failures that are suppressed. A worker is not asked what there is behind such a
// failure: it does not read comments.
func (s *checks) check(ctx context.Context, job pipeline.Job) (*report.Result, error) {
	set := s.options.set
	asked := job
	asked.Apart = asked.Apart || !set.IsEmpty()
	result, err := s.elsewhere(ctx, asked)
	if err != nil {
		return nil, err
	}
	if result != nil {
		if set.Apply(result); result.Suppression == nil {
			return s.renamed(result), nil
		}
	}
	result, err = hereOrAlone(s, func() (*report.Result, error) { return set.Check(ctx, job) }, theOne)
	if err != nil {
		return nil, err
	}
	return s.renamed(result), nil
}

// hereOrAlone makes a check in this process beside others, and once more alone where all of them together needed more
// memory than there is.
func hereOrAlone[T any](s *checks, check func() (T, error), results func(T) []*report.Result) (T, error) {
	s.here <- struct{}{}
	made, err := check()
	<-s.here
	lacks := func(r *report.Result) bool { return r.Reason == string(verdict.Memory) }
	if err != nil || cap(s.here) == 1 || !slices.ContainsFunc(results(made), lacks) {
		return made, err
	}
	s.alone.Lock()
	defer s.alone.Unlock()
	for range cap(s.here) {
		s.here <- struct{}{}
	}
	defer func() {
		for range cap(s.here) {
			<-s.here
		}
	}()
	return check()
}

// theOne are the results of a check that has one.
func theOne(r *report.Result) []*report.Result { return []*report.Result{r} }

// renamed is a result that has harnesses among its files by the names that their lines have.
func (s *checks) renamed(r *report.Result) *report.Result {
	if s.scratch != "" {
		r.Rename(func(file string) string {
			if function, ok := strings.CutPrefix(filepath.Base(file), harnessPrefix); ok && strings.HasPrefix(file, s.scratch) {
				return harnessName(strings.TrimSuffix(function, ".c"))
			}
			return file
		})
	}
	return r
}

// harnessPrefix begins the names of the files of harnesses, harnessName is what a reader knows one by.
const harnessPrefix = "main_"

func harnessName(function string) string { return "harness of " + function }

// run is the check of a job, whatever is suppressed.
func (s *checks) run(ctx context.Context, job pipeline.Job) (*report.Result, error) {
	if result, err := s.elsewhere(ctx, job); err != nil {
		return nil, err
	} else if result != nil {
		return s.renamed(result), nil
	}
	result, err := hereOrAlone(s, func() (*report.Result, error) {
		outcome, err := pipeline.Run(ctx, job)
		if err != nil {
			return nil, err
		}
		return report.NewResult(outcome.Verdict, job.Files, outcome.Seconds), nil
	}, theOne)
	if err != nil {
		return nil, err
	}
	return s.renamed(result), nil
}

// elsewhere is the result of a check that a worker of the cluster made; nil: this process has to make it.
func (s *checks) elsewhere(ctx context.Context, job pipeline.Job) (*report.Result, error) {
	if s.client == nil {
		return nil, nil
	}
	if ran, ok := s.client.Check(ctx, job); ok && ran.Result != nil {
		return ran.Result, nil
	}
	return nil, ctx.Err()
}

// entryJob is the check of a function: as the entry, or called by a main that is written for it into a folder of the
// scratch folder. A function for which none can be written is an entry.
func (s *checks) entryJob(ctx context.Context, all pipeline.Job, folder string, f c.Function) (pipeline.Job, error) {
	job := all.ForEntry(f.Name)
	at := slices.Index(job.Files, f.Pos.File)
	if !s.options.harness || at < 0 {
		return job, nil
	}
	text, err := s.harness(ctx, job, at, f)
	if err != nil || text == "" {
		return job, err
	}
	main := filepath.Join(s.scratch, folder, harnessPrefix+f.Name+".c")
	if err := os.MkdirAll(filepath.Dir(main), 0o755); err != nil {
		return job, fmt.Errorf("making a folder for harnesses: %w", err)
	}
	// Its lines are told as those of the text that yogi harness prints: the file is gone when somebody reads of it.
	name := harnessName(f.Name)
	s.keep(name, text)
	if err := os.WriteFile(main, fmt.Appendf(nil, "#line 1 %q\n%s", name, text), 0o600); err != nil {
		return job, fmt.Errorf("writing a harness: %w", err)
	}
	known := job.Files
	if job.KnownAs != nil {
		known = job.KnownAs
	}
	job.KnownAs = append(slices.Clone(known), name) // its file has another name each time
	job.Entry, job.Files, job.Scans = "", slices.Clone(job.Files), job.Scans.Beside()
	job.Files[at] = main
	job.QuoteDirs = append(slices.Clone(job.QuoteDirs), filepath.Dir(f.Pos.File))
	return job, s.withoutMain(ctx, &job, all, at, f)
}

// withoutMain has the program's own main, in a file other than number at, give way to that of the harness.
func (s *checks) withoutMain(ctx context.Context, job *pipeline.Job, all pipeline.Job, at int, f c.Function) error {
	readings := make([]c.Reading, len(job.Files))
	copy(readings, job.Readings)
	for i, path := range all.Files {
		if i == at || !load.IsC(path) {
			continue
		}
		switch file, err := s.forHarness(ctx, all.ForEntry(f.Name), i, f); {
		case err != nil:
			return err
		case file != nil:
			readings[i] = file.WithoutMain(readings[i])
		}
	}
	job.Readings = readings
	return nil
}

// keep has pages show the lines of a harness.
func (s *checks) keep(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.options.harnesses == nil {
		s.options.harnesses = map[string]string{}
	}
	s.options.harnesses[name] = text
}

// harness is the text of a main that calls a function of file number at; "": none can be written.
func (s *checks) harness(ctx context.Context, job pipeline.Job, at int, f c.Function) (string, error) {
	file, err := s.forHarness(ctx, job, at, f)
	if err != nil || file == nil {
		return "", err
	}
	var others []*c.ForHarness
	for i, path := range job.Files {
		if i == at || !load.IsC(path) {
			continue
		}
		other, err := s.forHarness(ctx, job, i, f)
		if err != nil {
			return "", err
		}
		if other != nil {
			others = append(others, other)
		}
	}
	text, err := file.Harness(filepath.Base(f.Pos.File), []string{f.Name}, harness.Options{Length: defaultLength, Filled: s.options.filled}, others)
	if err == nil {
		return text, nil
	}
	if o := s.options; !o.quiet && !o.json {
		s.mu.Lock()
		defer s.mu.Unlock()
		fmt.Fprintf(s.said, "%s is called with any arguments: %v\n", f.Name, err)
	}
	return "", nil
}

// forHarness is file number at of a job that checks a function; nil: it cannot be read.
func (s *checks) forHarness(ctx context.Context, job pipeline.Job, at int, f c.Function) (*c.ForHarness, error) {
	alone := job
	alone.Files, alone.Readings = []string{job.Files[at]}, nil
	if job.Readings != nil {
		alone.Reading = job.ReadingOf(at)
	}
	key := job.Files[at]
	if len(alone.Reading.Contracts) > 0 { // which are enforced is another matter for each entry
		key += " " + f.Name
	}
	s.mu.Lock()
	file := s.files[key]
	if file == nil {
		file = &libraryFile{}
		s.files[key] = file
	}
	s.mu.Unlock()
	file.once.Do(func() {
		file.err = s.read(ctx, func() error {
			read, diagnostics, err := c.ReadForHarness(ctx, alone.COptions())
			if err == nil && len(diagnostics) == 0 {
				file.read = read
			}
			return nil
		})
	})
	return file.read, file.err
}
