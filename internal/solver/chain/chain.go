// Package chain composes a solver from a backend and the layers of package solver.
package chain

import (
	"fmt"
	"strings"

	"yogi/internal/solver"
	"yogi/internal/solver/portfolio"
	"yogi/internal/solver/smtlib"
	"yogi/internal/term"
)

// New composes the solver that cfg describes over terms of b. From the outside in: log, shortcut,
// model reuse, cache, few values, smaller cores, race, model check, backend. The model check is no
// layer to choose: no Sat leaves without it, as far as its terms can be evaluated, but that of a
// query that asks for no model (StatusOnly).
func New(b *term.Builder, cfg solver.Config) (solver.Solver, error) {
	layers, err := parseLayers(cfg.Layers)
	if err != nil {
		return nil, err
	}
	if cfg.Stats == nil {
		cfg.Stats = &solver.Stats{}
	}
	s, err := backend(cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Race {
		s = race(s, cfg) // which validates each solver apart
	} else {
		s = solver.Validate(s)
	}
	s = solver.Count(s, cfg.Stats)
	if layers["core"] {
		s = solver.MinimizeCores(s)
	}
	if layers["finite"] {
		s = solver.Finite(s, cfg.Stats)
	}
	if layers["cache"] {
		s = solver.Cache(s, cfg.Stats)
	}
	if layers["model"] {
		s = solver.Reuse(s, cfg.Stats)
	}
	if layers["shortcut"] {
		s = solver.Shortcut(s, b, cfg.Stats)
	}
	if layers["log"] {
		s = solver.Log(s, cfg.Stats, cfg.LogDir)
	}
	if cfg.Tell != nil {
		s = solver.Tell(s, cfg.Tell)
	}
	return s, nil
}

func backend(cfg solver.Config) (solver.Solver, error) {
	switch cfg.Backend {
	case "", "z3":
		return inProcess(cfg)
	case "z3-pipe":
		return smtlib.New(smtlib.Z3, cfg.Timeout, cfg.MemoryLimit)
	case "cvc5-pipe":
		return smtlib.New(smtlib.CVC5, cfg.Timeout, cfg.MemoryLimit)
	case "bitwuzla-pipe":
		return smtlib.New(smtlib.Bitwuzla, cfg.Timeout, cfg.MemoryLimit)
	}
	return nil, fmt.Errorf("unknown solver backend %q", cfg.Backend)
}

// race has the solvers that are installed race first.
func race(first solver.Solver, cfg solver.Config) solver.Solver {
	var rivals []portfolio.Member
	for _, program := range []smtlib.Program{smtlib.CVC5, smtlib.Bitwuzla} {
		s, err := smtlib.New(program, cfg.Timeout, cfg.MemoryLimit)
		if err != nil {
			continue // it is not installed: "yogi doctor" says so
		}
		rivals = append(rivals, portfolio.Member{Name: program.Name, Solver: s, Lacks: program.Lacks})
	}
	return portfolio.New(portfolio.Member{Name: smtlib.Z3.Name, Solver: first}, rivals, portfolio.Standard, cfg.Timeout, &cfg.Stats.Solvers)
}

var allLayers = []string{"log", "shortcut", "model", "cache", "finite", "core"}

func parseLayers(text string) (map[string]bool, error) {
	chosen := map[string]bool{}
	switch text {
	case "", "all":
		text = strings.Join(allLayers, ",")
	case "none":
		return chosen, nil
	}
	for _, name := range strings.Split(text, ",") {
		known := false
		for _, l := range allLayers {
			known = known || l == name
		}
		if !known {
			return nil, fmt.Errorf("unknown solver layer %q", name)
		}
		chosen[name] = true
	}
	return chosen, nil
}
