package solver

import (
	"context"
	"sync/atomic"
	"time"

	"yogi/internal/term"
)

// Status is the outcome of a query. The zero Status is no outcome.
type Status uint8

// The outcomes.
const (
	Invalid Status = iota
	Sat
	Unsat
	Unknown
)

var statusNames = [...]string{"invalid", "sat", "unsat", "unknown"}

func (s Status) String() string { return statusNames[s] }

// Query asks for an assignment that makes every term of Path and Assume true.
type Query struct {
	// Path is a conjunction in order. A backend keeps the longest common prefix with the path of the
	// query before, so callers should extend paths at the end.
	Path []*term.Term
	// Assume are further conjuncts; Answer.Core refers to them by index.
	Assume []*term.Term
	// Label names function and question, for logs.
	Label string
	// Timeout bounds this query; 0 means the solver's default.
	Timeout time.Duration
	// StatusOnly asks for no model: a Sat answer has none then, and nobody has checked it.
	StatusOnly bool
}

// Features says what occurs in a query.
func Features(q Query) term.Features {
	var f term.Features
	for _, terms := range [2][]*term.Term{q.Path, q.Assume} {
		for _, t := range terms {
			f |= t.Features()
		}
	}
	return f
}

// Answer is the reply to a query.
type Answer struct {
	Status Status
	// Model makes every term of the query true (Sat).
	Model *Model
	// Core are sorted indices into Assume which, with Path, are already unsatisfiable (Unsat). It is
	// empty when Path alone is.
	Core []int
	// Reason says what stopped the search (Unknown).
	Reason string
}

// UnknownBecause is the Unknown answer with a reason.
func UnknownBecause(reason string) Answer { return Answer{Status: Unknown, Reason: reason} }

// Solver answers queries. It belongs to one goroutine at a time.
type Solver interface {
	Check(ctx context.Context, q Query) Answer
	Close() error
}

// Config says how to compose a solver.
type Config struct {
	// Backend is "z3" (in process, the default), "z3-pipe", "cvc5-pipe" or "bitwuzla-pipe".
	Backend string
	// Race has the other solvers that are installed race Z3 on queries that it does not answer in a moment. It is for
	// the backend in process.
	Race bool
	// Timeout is the default bound of a query; 0 means 10 seconds.
	Timeout time.Duration
	// Layers is "all" (the default), "none", or names from log, shortcut, cache, model, finite, core with
	// commas.
	Layers string
	// LogDir receives each query as an SMT-LIB file when the log layer is on and the name is not empty.
	LogDir string
	// Stats counts what happens; nil means nobody looks.
	Stats *Stats
	// Tell is told of each query, with the time that its answer took; nil: nobody listens.
	Tell func(q Query, a Answer, took time.Duration)
	// MemoryLimit bounds a solver process in megabytes; 0 means no bound.
	MemoryLimit int
}

// DefaultTimeout bounds queries where nothing else is said.
const DefaultTimeout = 10 * time.Second

// Stats counts queries. Solvers of several goroutines may share one.
type Stats struct {
	Queries, Sat, Unsat, Unknown             atomic.Int64
	Shortcut, Cached, Reused, Finite, Backed atomic.Int64 // who answered
	Nanoseconds, BackendNanoseconds          atomic.Int64
	Solvers                                  Tally // by solver, where several race
}

// count adds an answer to the totals.
func (s *Stats) count(a Answer, took time.Duration) {
	s.Queries.Add(1)
	s.Nanoseconds.Add(int64(took))
	switch a.Status {
	case Sat:
		s.Sat.Add(1)
	case Unsat:
		s.Unsat.Add(1)
	case Unknown:
		s.Unknown.Add(1)
	}
}
