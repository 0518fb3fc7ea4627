//go:build cgo

package chain

import (
	"yogi/internal/solver"
	"yogi/internal/solver/z3"
)

// inProcess is the backend on the linked library.
func inProcess(cfg solver.Config) (solver.Solver, error) { return z3.New(cfg.Timeout) }

// Version is that of the backend on the linked library; "": there is none.
func Version() string { return z3.Version() }
