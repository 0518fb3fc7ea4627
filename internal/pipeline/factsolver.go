package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
)

// factSolver answers what is asked to find facts by induction: solvers that race, made when the first
// question comes. Nothing that it refutes is a step of a proof: the search proves a fact with its own
// solver before it uses it. So it has a cache of its own, and who answers is no refuter of the
// certificate.
type factSolver struct {
	make   func() (solver.Solver, error)
	made   solver.Solver
	own    *solver.Stats
	counts *solver.Stats // of the whole search
}

func newFactSolver(p *ir.Program, j Job, counts *solver.Stats) *factSolver {
	f := &factSolver{own: &solver.Stats{}, counts: counts}
	config := solver.Config{Stats: f.own, Layers: layersOf(j), Race: true, Tell: tellQueries(j)}
	if j.SolverLog != "" {
		config.LogDir = filepath.Join(j.SolverLog, "facts")
	}
	f.make = func() (solver.Solver, error) {
		if config.LogDir != "" {
			if err := os.MkdirAll(config.LogDir, 0o755); err != nil {
				return nil, fmt.Errorf("the folder of --log-queries: %w", err)
			}
		}
		return chain.New(p.Terms, config)
	}
	return f
}

// Check implements solver.Solver.
func (f *factSolver) Check(ctx context.Context, q solver.Query) solver.Answer {
	if f.made == nil {
		made, err := f.make()
		if err != nil {
			return solver.Answer{Status: solver.Unknown, Reason: err.Error()}
		}
		f.made = made
	}
	queries, time := f.own.Queries.Load(), f.own.Nanoseconds.Load()
	defer func() {
		f.counts.Queries.Add(f.own.Queries.Load() - queries)
		f.counts.Nanoseconds.Add(f.own.Nanoseconds.Load() - time)
	}()
	return f.made.Check(ctx, q)
}

// Close implements solver.Solver.
func (f *factSolver) Close() error {
	if f.made == nil {
		return nil
	}
	return f.made.Close()
}
