package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"yogi/internal/certify"
	"yogi/internal/certify/split"
	"yogi/internal/confirm"
	"yogi/internal/deadline"
	"yogi/internal/frontend/boogie"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/journal"
	"yogi/internal/portfolio"
	"yogi/internal/refine"
	"yogi/internal/refine/baseline"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

// subject is a program of a job, as package portfolio asks about it.
type subject struct {
	job     Job
	program *ir.Program
	split   *split.Rejection // as in run
}

// search asks about a program. It returns the one that the answer is about; from then on the job is about that one.
func (r *run) search(ctx context.Context, program *ir.Program) (*ir.Program, *verdict.Answer, error) {
	asked := &subject{r.job, program, r.split}
	about, answer, err := portfolio.Run(ctx, asked, portfolio.Settings{
		Unfolding: r.job.has(unfoldingOption), Witness: r.job.Witness != "",
		Readings: r.job.has(readingsOption), Believed: r.job.FreeSpecs == boogie.UseFreeSpecs,
		Early: r.job.has(relevanceOption), Late: r.job.has(lateRelevanceOption),
		Baseline: interproc.IsBaseline(r.job.Algorithm), Table: r.job.table,
	})
	if err != nil {
		return nil, nil, err
	}
	found := about.(*subject)
	r.job, r.split = found.job, found.split
	return found.program, answer, nil
}

// searchFor asks about a program for a share of the time.
func (r *run) searchFor(ctx context.Context, share float64, program *ir.Program) (*ir.Program, *verdict.Answer, error) {
	limited, cancel := deadline.Part(ctx, share, 0)
	defer cancel()
	found, answer, err := r.search(limited, program)
	if err != nil && limited.Err() != nil && errors.Is(err, limited.Err()) {
		return program, &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}, nil
	}
	return found, answer, err
}

// Program implements portfolio.Subject.
func (s *subject) Program() *ir.Program { return s.program }

// AsWritten implements portfolio.Subject.
func (s *subject) AsWritten(ctx context.Context) (portfolio.Subject, error) {
	job := s.job
	job.Off = append(slices.Clone(job.Off), guessOption)
	return job.subject(ctx)
}

// OtherReading implements portfolio.Subject.
func (s *subject) OtherReading(ctx context.Context) (portfolio.Subject, error) {
	job := s.job
	if job.FreeSpecs == boogie.UseFreeSpecs {
		job.FreeSpecs = boogie.IgnoreFreeSpecs
	} else {
		job.FreeSpecs = boogie.UseFreeSpecs
	}
	if job.SolverLog != "" {
		job.SolverLog = filepath.Join(job.SolverLog, readingsOption)
	}
	return job.subject(ctx)
}

// subject makes the program of a job, good for tests if not for proofs.
func (j Job) subject(ctx context.Context) (portfolio.Subject, error) {
	r := &run{job: j}
	program, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	return &subject{j, program, r.split}, nil
}

// TestOf implements portfolio.Subject.
func (s *subject) TestOf(ctx context.Context, other portfolio.Subject, test *verdict.Test) (portfolio.Subject, *verdict.Test, error) {
	written := *s
	if len(s.program.Guesses) > 0 {
		r := &run{job: s.job, split: s.split}
		program, err := r.reload(ctx)
		if err != nil {
			return nil, nil, err
		}
		written = subject{r.job, program, r.split}
	}
	here, err := confirm.CarriedOver(other.Program(), written.program, test)
	if err != nil || !written.Fails(ctx, here) { // an error: it takes inputs that there are not here
		return nil, nil, nil
	}
	return &written, here, nil
}

// Fails implements portfolio.Subject.
func (s *subject) Fails(ctx context.Context, test *verdict.Test) bool {
	_, err := certify.Test(ctx, s.program, test, confirm.TestOptions(s.program))
	return err == nil
}

// Ask implements portfolio.Subject.
func (s *subject) Ask(queries string, ask func(interproc.Options) (*verdict.Answer, error)) (*verdict.Answer, error) {
	job := s.job
	cache, err := openCache(job.Cache, s.program)
	if err != nil {
		return nil, err
	}
	if job.SolverLog != "" {
		job.SolverLog = filepath.Join(job.SolverLog, queries)
		if err := os.MkdirAll(job.SolverLog, 0o755); err != nil {
			return nil, fmt.Errorf("the folder of --log-queries: %w", err)
		}
	}
	stats := &solver.Stats{}
	main, err := chain.New(s.program.Terms, solver.Config{Stats: stats, LogDir: job.SolverLog, Layers: job.layers(), Tell: job.tellQueries()})
	if err != nil {
		return nil, err
	}
	defer main.Close()
	options := job.engineOptions()
	options.Solver = main
	if job.DebugCheck { // a solver without layers, and with nothing of the search in it
		referee, err := chain.New(s.program.Terms, solver.Config{Layers: "none"})
		if err != nil {
			return nil, err
		}
		defer referee.Close()
		options.Referee = referee
	}
	options.Seeds, options.Planted, options.MostSeeds = cache.read(s.program), cache.write, cachedTests
	seconds := func() float64 { return float64(stats.Nanoseconds.Load()) / 1e9 }
	options.SolverSeconds = seconds
	answer, err := ask(options)
	if err != nil {
		return nil, err
	}
	answer.Statistics.SolverQueries, answer.Statistics.SolverTime = int(stats.Queries.Load()), seconds()
	return answer, nil
}

// tellQueries returns what tells the journal of queries, or nil where none is recorded.
func (j Job) tellQueries() func(solver.Query, solver.Answer, time.Duration) {
	if !j.Journal.Records() {
		return nil
	}
	return func(q solver.Query, a solver.Answer, took time.Duration) {
		e := journal.Query{Label: q.Label, Status: a.Status.String(), Seconds: took.Seconds(), Conjuncts: len(q.Path) + len(q.Assume)}
		j.Journal.Emit(e)
	}
}

// engineOptions are the engine's options that the job says.
func (j *Job) engineOptions() interproc.Options {
	alias := baseline.AliasCases
	if j.Alias == "ite" {
		alias = baseline.AliasIte
	}
	return interproc.Options{
		Algorithm: j.Algorithm, Alias: alias, TestSteps: j.TestSteps, Check: j.DebugCheck,
		NoInvariants: !j.has(invariantsOption), Without: j.without(), Memo: j.has(memoOption), Journal: j.Journal,
		Initial: map[string]refine.Initial{"state": refine.InitialState, "state+args": refine.InitialArguments}[j.Initial],
	}
}
