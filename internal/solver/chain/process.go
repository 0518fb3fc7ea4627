//go:build !cgo

package chain

import (
	"yogi/internal/solver"
	"yogi/internal/solver/smtlib"
)

// inProcess is the z3 process here: a build without cgo links no library.
func inProcess(cfg solver.Config) (solver.Solver, error) {
	return smtlib.New(smtlib.Z3, cfg.Timeout, cfg.MemoryLimit)
}

// Version is that of the backend on the linked library; "": there is none.
func Version() string { return "" }
