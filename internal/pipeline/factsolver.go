package pipeline

import (
	"context"
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
	program *ir.Program
	config  solver.Config
	made    solver.Solver // nil: nothing was asked
	counts  *solver.Stats // of the whole search
}

// factQueries is the folder for its queries in that of --log-queries.
const factQueries = "facts"

func newFactSolver(p *ir.Program, j Job, counts *solver.Stats) (*factSolver, error) {
	f := &factSolver{program: p, counts: counts}
	f.config = solver.Config{Stats: &solver.Stats{}, Layers: layersOf(j), Race: true, Tell: tellQueries(j)}
	if j.SolverLog != "" {
		f.config.LogDir = filepath.Join(j.SolverLog, factQueries)
		return f, makeLogFolder(f.config.LogDir)
	}
	return f, nil
}

// Check implements solver.Solver.
func (f *factSolver) Check(ctx context.Context, q solver.Query) solver.Answer {
	if f.made == nil {
		made, err := chain.New(f.program.Terms, f.config)
		if err != nil {
			return solver.UnknownBecause(err.Error())
		}
		f.made = made
	}
	own := f.config.Stats
	queries, nanoseconds := own.Queries.Load(), own.Nanoseconds.Load()
	defer func() {
		f.counts.Queries.Add(own.Queries.Load() - queries)
		f.counts.Nanoseconds.Add(own.Nanoseconds.Load() - nanoseconds)
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
