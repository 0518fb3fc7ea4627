package certify

import (
	"errors"

	"yogi/internal/deadline"
	"yogi/internal/term"
)

// obligation says that no step is possible along one control-flow edge from reached regions to others.
type obligation struct {
	where string
	path  []*term.Term // conditions of the edge
	steps []crossing
	// alone refutes one of the steps by itself, piece by piece.
	alone func(crossing) error
}

// crossing is a step from a region, given facts, that leads where no abstract path does.
type crossing struct {
	from  leaf
	facts []*term.Term // of the edge and the region
	leads *term.Term
}

// discharge puts an obligation to the solver: all its steps at once, and where that fails one step after the
// other, which names the culprit and is mostly easier for the solver; where it is not, the obligation is put
// to it again, with more time. An answer to the larger question decides nothing but that it need not be split.
func (k *checker) discharge(o *obligation) error {
	facts := append(o.path[:len(o.path):len(o.path)], o.any(k.terms))
	if k.oracle.refute(o.where, facts, nil, deadline.Of(k.oracle.timeout, shortShare)) == nil {
		return nil
	}
	err := o.oneByOne()
	if errors.As(err, new(*GaveUp)) && k.oracle.insist(o.where, facts, nil) == nil {
		return nil
	}
	return err
}

// oneByOne discharges the obligation step by step.
func (o *obligation) oneByOne() error {
	for _, c := range o.steps {
		if err := o.alone(c); err != nil {
			return err
		}
	}
	return nil
}

// any says that one of the steps is taken, given the conditions of the edge.
func (o *obligation) any(terms *term.Builder) *term.Term {
	steps := make([]*term.Term, len(o.steps))
	for i, c := range o.steps {
		steps[i] = terms.And(append([]*term.Term{c.leads}, c.from.literals...)...)
	}
	return terms.Or(steps...)
}
