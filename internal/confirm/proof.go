package confirm

import (
	"context"
	"errors"
	"os/exec"
	"slices"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/solver/smtlib"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// confirmProof has a certificate re-checked.
func (r *confirmation) confirmProof(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, error) {
	if r.Split != nil {
		return rejected(v, "the proof: %v", r.Split), nil
	}
	var proof []Proved
	err := checkCertificate(ctx, program, v.Certificate, func(g *verdict.Graph, regions map[int]bool) {
		proof = append(proof, Proved{g, regions})
	})
	var gaveUp *certify.GaveUp
	switch {
	case ctx.Err() != nil:
		return unknown(verdict.Interrupted, "a proof was found; checking it was cut off"), nil
	case errors.As(err, &gaveUp):
		v.Kind, v.Reason, v.Detail = verdict.Unknown, verdict.SolverGaveUp, "a proof was found and could not be checked: "+err.Error()
		return v, nil
	case err != nil:
		return rejected(v, "the proof: %v", err), nil
	}
	v.Class, r.proof = verdict.ByProof, proof
	if r.FindUse != nil {
		if err := r.FindUse(ctx, &v); err != nil {
			return v, err
		}
	}
	if err := r.save(ctx, program, &v, nil); err != nil {
		return v, err
	}
	missing, err := r.writeCorrectness(ctx, program, proof, &v)
	if missing != "" && r.Witness != "" {
		v.Detail = "no witness is written: " + missing
	}
	return v, err
}

// Certificate re-checks a proof with solvers that did not help to find it.
func Certificate(ctx context.Context, program *ir.Program, c *verdict.Certificate) error {
	return checkCertificate(ctx, program, c, nil)
}

// checkCertificate re-checks a proof with solvers that did not help to find it. reached, if not nil, is told what
// an accepted one says.
func checkCertificate(ctx context.Context, program *ir.Program, c *verdict.Certificate, reached func(*verdict.Graph, map[int]bool)) error {
	others, err := second(program.Terms, c.Refuters)
	if err != nil {
		return err
	}
	defer others.Close()
	return certify.Certificate(ctx, program, c, certify.Options{Solver: others, Reached: reached})
}

// confirmers are the backends that confirm obligations: cvc5, if it had no part in the proof. If it
// had, nobody knows in which steps, so Z3 has to agree: whoever answered a step, the other one
// confirms it. Where none had a part it is Z3, which reads maps faster.
func confirmers(refuters []string) []string {
	if slices.Equal(refuters, []string{verdict.NoSolver}) {
		return []string{"z3"}
	}
	if slices.Contains(refuters, smtlib.CVC5.Name) {
		return []string{"cvc5-pipe", "z3"}
	}
	return []string{"cvc5-pipe"}
}

// MissingSolver says of the solver without which no proof can be checked that it is not installed; "": it is.
func MissingSolver() string {
	if _, err := exec.LookPath(smtlib.CVC5.Name); err != nil {
		return smtlib.CVC5.Name + " is not installed: without this solver no proof can be checked (apt-get install cvc5)"
	}
	return ""
}

// second is the solver that refutes what all confirmers refute.
func second(terms *term.Builder, refuters []string) (solver.Solver, error) {
	var all []solver.Solver
	for _, backend := range confirmers(refuters) {
		s, err := chain.New(terms, solver.Config{Backend: backend, Layers: "none"})
		if err != nil {
			_ = solver.Agreed(all...).Close()
			return nil, err
		}
		all = append(all, s)
	}
	return solver.Agreed(all...), nil
}
