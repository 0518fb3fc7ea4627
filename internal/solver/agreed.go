package solver

import (
	"context"
	"errors"
)

// Agreed answers Unsat, with all assumptions as the core, if each of the solvers does; else as the first that does not.
func Agreed(solvers ...Solver) Solver { return agreed(solvers) }

type agreed []Solver

func (a agreed) Check(ctx context.Context, q Query) Answer {
	for _, s := range a {
		if answer := s.Check(ctx, q); answer.Status != Unsat {
			return answer
		}
	}
	core := make([]int, len(q.Assume))
	for i := range core {
		core[i] = i
	}
	return Answer{Status: Unsat, Core: core}
}

func (a agreed) Close() error {
	var errs []error
	for _, s := range a {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
