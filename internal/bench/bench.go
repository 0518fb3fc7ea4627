package bench

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"yogi/internal/load"
	"yogi/internal/remote"
)

// Options say what to run and how.
type Options struct {
	Manifest   string // file; exclusive with Folder
	Folder     string // of Boogie programs without expectation
	Tasks      []Task // in place of Manifest and Folder
	Selection  Selection
	Algorithms []string
	Variants   []Variant     // in place of Algorithms
	Random     int           // in place of Algorithms: each task with so many settings of the search, drawn by Selection.Seed and its ID
	Origin     Origin        // what the records say of the program and the machine
	Timeout    time.Duration // of one task
	Jobs       int
	// Elsewhere runs the checker with these arguments on another machine, unless this one has to; nil: this one does.
	Elsewhere func(ctx context.Context, arguments []string) (ran remote.Ran, ok bool)
	Results   string   // file of JSON lines
	Disputed  string   // file: a task ID a line, then the reason; "" for none
	Checker   string   // path of the program
	Flags     []string // further flags of check, the same for every task
	Progress  io.Writer
}

// Variant is one way to run the checker: an algorithm and further flags of check.
type Variant struct {
	Name      string // for people
	Algorithm string
	Flags     []string
}

// variants are the settings that are compared on all tasks.
func (o Options) variants() []Variant {
	if o.Variants != nil || o.Random > 0 {
		return o.Variants
	}
	var all []Variant
	for _, algorithm := range o.Algorithms {
		all = append(all, Variant{algorithm, algorithm, nil})
	}
	return all
}

// random are the settings of a task: the same whatever else is run, and fewer are the first of
// more. One generator draws all: one for each number, seeded with seed and number together, could
// give another seed the same settings one place later.
func (o Options) random(t Task) []Variant {
	sum := fnv.New64a()
	io.WriteString(sum, t.ID)
	generator := rand.New(rand.NewPCG(uint64(o.Selection.Seed), sum.Sum64()))
	settings := make([]Variant, o.Random)
	for n := range settings {
		search := load.RandomSearch(generator)
		settings[n] = Variant{Name: search.Algorithm, Algorithm: search.Algorithm, Flags: search.Flags()}
	}
	return settings
}

// Run runs what is not yet in the results file and returns the records of everything selected, in the
// order of the manifest. An interrupted run returns what there is, and the context's error.
func Run(ctx context.Context, o Options) ([]Record, error) {
	tasks, folder, err := o.load()
	if err != nil {
		return nil, err
	}
	disputed, err := ReadReasons(o.Disputed)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(o.Results), 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the results: %w", err)
	}
	old, err := openResults(o.Results)
	if err != nil {
		return nil, err
	}
	defer old.close()
	scratch, err := os.MkdirTemp("", "yogi-bench-")
	if err != nil {
		return nil, fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	if err := writeProperties(scratch); err != nil {
		return nil, fmt.Errorf("writing the files of properties: %w", err)
	}
	r := &runner{options: o, folder: folder, scratch: scratch, results: old, disputed: disputed, here: make(chan struct{}, max(o.Jobs, 1))}
	return r.runAll(ctx, o.Selection.Select(tasks))
}

func (o Options) load() ([]Task, string, error) {
	if o.Tasks != nil {
		return o.Tasks, "", nil
	}
	if o.Folder != "" {
		tasks, err := LoadFolder(o.Folder)
		return tasks, o.Folder, err
	}
	tasks, err := LoadManifest(o.Manifest)
	return tasks, filepath.Dir(o.Manifest), err
}

// ReadReasons reads a list of tasks: on each line one, and what is said of it. "": none.
func ReadReasons(path string) (map[string]string, error) {
	reasons := map[string]string{}
	if path == "" {
		return reasons, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a list of tasks: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			reasons[words[0]] = strings.Join(words[1:], " ")
		}
	}
	return reasons, nil
}

// runner is one call of Run.
type runner struct {
	options  Options
	folder   string // of the task files
	scratch  string
	results  *results
	disputed map[string]string
	here     chan struct{} // what runs on this machine though it may run elsewhere

	mu       sync.Mutex // guards results, finished and the progress output
	finished int
	failure  error // the first record that could not be written
}

// job is one run to make; its record goes to position.
type job struct {
	task     Task
	variant  Variant
	position int
}

func (r *runner) runAll(ctx context.Context, tasks []Task) ([]Record, error) {
	var jobs []job
	add := func(t Task, v Variant) { jobs = append(jobs, job{t, v, len(jobs)}) }
	drawn := make([][]Variant, len(tasks))
	for i, t := range tasks {
		drawn[i] = r.options.random(t)
	}
	for n := range r.options.Random {
		for i, t := range tasks {
			add(t, drawn[i][n])
		}
	}
	for _, v := range r.options.variants() {
		for _, t := range tasks {
			add(t, v)
		}
	}
	records := make([]Record, len(jobs))
	queue := make(chan job)
	var workers sync.WaitGroup
	atATime := max(r.options.Jobs, 1)
	if r.options.Elsewhere != nil {
		atATime = remote.Window
	}
	for range atATime {
		workers.Go(func() {
			for j := range queue {
				r.runJob(ctx, j, len(jobs), records)
			}
		})
	}
	for _, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		queue <- j
	}
	close(queue)
	workers.Wait()
	return withoutGaps(records), firstError(r.failure, ctx.Err())
}

func (r *runner) runJob(ctx context.Context, j job, total int, records []Record) {
	record, known := r.known(j)
	if !known {
		record = r.check(ctx, j)
		if ctx.Err() != nil {
			return // cut off by us: not a result
		}
	}
	record.judge(j.task, r.disputed)
	if !j.task.countable() {
		record.Outcome = Uncountable
	}
	records[j.position] = record
	r.mu.Lock()
	defer r.mu.Unlock()
	r.finished++
	if known {
		return
	}
	if err := r.results.add(record); err != nil && r.failure == nil {
		r.failure = err
	}
	if r.options.Progress != nil {
		fmt.Fprintf(r.options.Progress, "%d/%d %s %s: %s %s (%.1fs)\n", r.finished, total, j.variant.Name, j.task.ID, record.Verdict, record.Outcome, record.Seconds)
	}
}

func (r *runner) known(j job) (Record, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	record, ok := r.results.done[r.empty(j).key()]
	return record, ok
}

// empty is a job's record before it is run.
func (r *runner) empty(j job) Record {
	return Record{
		Task: j.task.ID, Category: j.task.Category, Expected: j.task.Expected, Algorithm: j.variant.Algorithm,
		Timeout: r.options.Timeout.Seconds(), Flags: strings.Join(r.flags(j), " "), Origin: r.options.Origin,
	}
}

// flags are those of a job beyond what poses the task.
func (r *runner) flags(j job) []string { return slices.Concat(r.options.Flags, j.variant.Flags) }

func withoutGaps(records []Record) []Record {
	var kept []Record
	for _, r := range records {
		if r.Task != "" {
			kept = append(kept, r)
		}
	}
	return kept
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
