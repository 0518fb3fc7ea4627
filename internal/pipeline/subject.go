package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"yogi/internal/bug"
	"yogi/internal/certify"
	"yogi/internal/certify/split"
	"yogi/internal/concolic"
	"yogi/internal/confirm"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/journal"
	"yogi/internal/load"
	"yogi/internal/portfolio"
	"yogi/internal/refine"
	"yogi/internal/refine/baseline"
	"yogi/internal/region"
	"yogi/internal/simulation"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// subject is a job with its program, as the engine reads it and package portfolio asks about it. It does not change: a
// subject about another job or program is another one.
type subject struct {
	job     Job
	program *ir.Program
	// split, if set, says why the program with split memory does not stand for the one that was
	// read: it is good for tests, and not for proofs.
	split *split.Rejection
	table []portfolio.Row // of attempts; nil: the one of every check
	// claimed: what the files held before was proved by claims (portfolio.ByInduction), and that proof does not hold.
	claimed bool
	// simulated: it was by the states of the rule (portfolio.BySimulation).
	simulated bool
	// earlier is a proof that a search had of what the files held before, and that does not hold; searchedFor is how
	// long that took. nil: there is none.
	earlier     *interproc.Earlier
	searchedFor time.Duration
	// canonical is the program with its names numbered, which is what the store knows it by.
	canonical func() *ir.Canonical
}

// prepared is the subject of a job whose front end made a program, or the verdict that there is without a search.
func prepared(j Job, made *ir.Program, table []portfolio.Row) (*subject, *verdict.Verdict, error) {
	s := &subject{job: j, table: table}
	program, refused, err := load.PrepareForAlgorithm(made, j)
	if err != nil && !errors.As(err, &s.split) {
		return nil, nil, err
	}
	s.program, s.canonical = program, sync.OnceValue(program.Canonical)
	if refused != nil {
		v := unknown(refused.Reason, refused.Detail)
		return s, &v, nil
	}
	return s, nil, nil
}

// subjectOf makes the program of a job. Large programs take seconds.
func subjectOf(ctx context.Context, j Job, table []portfolio.Row) (*subject, error) {
	return within(ctx, func() (*subject, error) {
		made, err := load.Read(ctx, j)
		if err != nil {
			return nil, err
		}
		s, _, err := prepared(j, made, table)
		return s, err
	})
}

// within returns the result of do. Where the context ends before, do goes on and nobody listens.
func within[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
		bug   *bug.Bug
	}
	finished := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.bug = bug.Recovered(recover())
			finished <- r
		}()
		r.value, r.err = do()
	}()
	select {
	case r := <-finished:
		if r.bug != nil {
			panic(r.bug)
		}
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// without is the same subject with a feature of the search switched off that does not change the program.
func (s *subject) without(f feature.Feature) *subject {
	out := *s
	out.job = s.job.SwitchedOff(f)
	return &out
}

// search asks about a subject. It returns the one that the answer is about.
func (s *subject) search(ctx context.Context) (*subject, *verdict.Answer, error) {
	about, answer, err := portfolio.Run(ctx, s, s.settings())
	if err != nil {
		return nil, nil, err
	}
	return about.(*subject), answer, nil
}

// Simulate implements portfolio.Subject.
func (s *subject) Simulate(ctx context.Context) *verdict.Answer {
	return simulation.Run(ctx, s.program).Answer()
}

// settings say which attempts the job allows.
func (s *subject) settings() portfolio.Settings {
	return portfolio.Settings{
		Induction: s.job.Has(feature.Induction), Inducted: s.job.Induction && s.job.Has(feature.Induction), Claimed: s.claimed, Simulated: s.simulated, Earlier: s.searchedFor,
		Simulation: s.job.Has(feature.Simulation),
		Unfolding:  s.job.Has(feature.Unfolding), Unrolling: s.job.Has(feature.Unrolling), Witness: s.job.Witness != "",
		Early: s.job.Has(feature.Relevance), Late: s.job.Has(feature.LateRelevance),
		Elements: s.job.Has(feature.ElementFacts) && s.job.Has(feature.Invariants),
		Directed: s.job.Has(feature.DirectedTests), Baseline: interproc.IsBaseline(s.job.Algorithm), Table: s.table,
		Jobs: s.jobs(), Scarce: s.job.Scarce, Slower: deadline.Slower,
	}
}

// jobs is how many attempts are made at once: one where somebody reads on the way what the search does.
func (s *subject) jobs() int {
	if s.job.SolverLog != "" || s.job.Journal.Records() {
		return 1
	}
	return s.job.Jobs
}

// searchFor is search for a share of the time.
func (s *subject) searchFor(ctx context.Context, share float64) (*subject, *verdict.Answer, error) {
	limited, cancel := deadline.Part(ctx, share, 0)
	defer cancel()
	found, answer, err := s.search(limited)
	if err != nil && limited.Err() != nil && errors.Is(err, limited.Err()) {
		return s, &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}, nil
	}
	return found, answer, err
}

// Program implements portfolio.Subject.
func (s *subject) Program() *ir.Program { return s.program }

// AsWritten implements portfolio.Subject.
func (s *subject) AsWritten(ctx context.Context) (portfolio.Subject, error) {
	return asSubject(s.unguessed(ctx))
}

// unguessed is the subject without guessed indices.
func (s *subject) unguessed(ctx context.Context) (*subject, error) {
	return subjectOf(ctx, s.job.SwitchedOff(feature.GuessedIndex), s.table)
}

// asSubject is a subject as portfolio takes it: none where there is an error.
func asSubject(s *subject, err error) (portfolio.Subject, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// written is the subject with its program as it was written, block by block.
func (s *subject) written(ctx context.Context) (*subject, error) {
	return subjectOf(ctx, s.job.AsWritten(), s.table)
}

// Fails implements portfolio.Subject.
func (s *subject) Fails(ctx context.Context, test *verdict.Test) bool {
	_, err := certify.Test(ctx, s.program, test, confirm.TestOptions(s.program))
	return err == nil
}

// Ask implements portfolio.Subject.
func (s *subject) Ask(queries string, ask func(interproc.Options) (*verdict.Answer, error)) (*verdict.Answer, error) {
	job := s.job
	kept, err := store.Open(job.Cache)
	if err != nil {
		return nil, err
	}
	tests := testsOf(kept, s)
	if job.SolverLog != "" {
		job.SolverLog = filepath.Join(job.SolverLog, queries)
		if err := makeLogFolder(job.SolverLog); err != nil {
			return nil, err
		}
	}
	stats := &solver.Stats{}
	main, err := chain.New(s.program.Terms, solver.Config{Stats: stats, LogDir: job.SolverLog, Layers: layersOf(job), Race: job.Has(feature.SolverRace), Tell: tellQueries(job)})
	if err != nil {
		return nil, err
	}
	defer main.Close()
	options := engineOptions(job)
	options.Solver = main
	if job.DebugCheck { // a solver without layers, and with nothing of the search in it
		referee, err := chain.New(s.program.Terms, solver.Config{Layers: "none"})
		if err != nil {
			return nil, err
		}
		defer referee.Close()
		options.Referee = referee
	}
	options.Seeds, options.MostSeeds = append(tests.read(s.program), s.earlierTests()...), mostTests
	options.Planted = func(made []concolic.Seed) {
		tests.write(made)
		s.keepTests(made)
		if job.Ran != nil {
			job.Ran(s.program, testsIn(made))
		}
	}
	if job.Reached != nil {
		options.Graphs = func(graphs []*region.Graph) { job.Reached(reachedPlaces(s.program, graphs)) }
	}
	options.Earlier = s.earlier
	seconds := func() float64 { return float64(stats.Nanoseconds.Load()) / 1e9 }
	options.SolverSeconds = seconds
	answer, err := ask(options)
	if err != nil {
		return nil, err
	}
	answer.Statistics.SolverQueries, answer.Statistics.SolverTime = int(stats.Queries.Load()), seconds()
	noteSolvers(answer, &stats.Solvers)
	return answer, nil
}

// earlierTests are those of the latest search of a job that shares its program with this one, as tests of this one.
func (s *subject) earlierTests() []concolic.Seed {
	if len(s.program.UninterpretedFunctions()) > 0 { // a test would be one under some interpretation
		return nil
	}
	var out []concolic.Seed
	for _, t := range s.job.Shared.Tests() {
		if test, err := confirm.CarriedOver(t.Program, s.program, t.Test); err == nil {
			out = append(out, concolic.Seed{Test: test, Blocks: t.Blocks})
		}
	}
	return out
}

// keepTests leaves the tests of a search to the next one.
func (s *subject) keepTests(made []concolic.Seed) {
	var tests []load.Tried
	for _, seed := range made {
		tests = append(tests, load.Tried{Program: s.program, Test: seed.Test, Blocks: seed.Blocks})
	}
	s.job.Shared.KeepTests(tests)
}

// makeLogFolder makes a folder for queries.
func makeLogFolder(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return fmt.Errorf("the folder of --log-queries: %w", err)
	}
	return nil
}

// noteSolvers says in an answer which solvers had a part in it, and which raced for queries.
func noteSolvers(answer *verdict.Answer, tally *solver.Tally) {
	if answer.Certificate != nil {
		answer.Certificate.Refuters = tally.Refuters()
	}
	if tally.Races() > 0 {
		answer.Statistics.Set("queries raced for", tally.Races())
		for name, n := range tally.Answered() {
			answer.Statistics.Set("queries decided by "+name, n)
		}
	}
	for name, reason := range tally.Dropped() {
		answer.Statistics.Set("solver "+name+" dropped: "+reason, 1)
	}
}

// tellQueries returns what tells the journal of queries, or nil where none is recorded.
func tellQueries(j Job) func(solver.Query, solver.Answer, time.Duration) {
	if !j.Journal.Records() {
		return nil
	}
	return func(q solver.Query, a solver.Answer, took time.Duration) {
		e := journal.Query{Label: q.Label, Status: a.Status.String(), Seconds: took.Seconds(), Conjuncts: len(q.Path) + len(q.Assume)}
		j.Journal.Emit(e)
	}
}

// engineOptions are the engine's options that the job says.
func engineOptions(j Job) interproc.Options {
	alias := baseline.AliasCases
	if j.Alias == "ite" {
		alias = baseline.AliasIte
	}
	return interproc.Options{
		Algorithm: j.Algorithm, Alias: alias, TestSteps: j.TestSteps, Check: j.DebugCheck,
		Features: j.Features, Journal: j.Journal,
		Initial: map[string]refine.Initial{"state": refine.InitialState, "state+args": refine.InitialArguments}[j.Initial],
	}
}

// layersOf are those of the solver of a job's search.
func layersOf(j Job) string {
	if j.Has(feature.Models) {
		return "all"
	}
	return "log,shortcut,cache,finite,core"
}
