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

// Obligations are put to the solver in batches: their disjunction is unsatisfiable if and only if each of
// them is, and one larger question over a pipe is cheaper than many small ones with a common vocabulary.
const (
	defaultBatch = 32
	mostBatched  = 20_000 // size of terms
)

// postpone puts an obligation into the batch.
func (k *checker) postpone(o *obligation) error {
	k.batch = append(k.batch, o)
	k.batchSize += o.formula(k.terms).Size()
	if len(k.batch) < k.batchLength && k.batchSize < mostBatched {
		return nil
	}
	return k.flush()
}

// flush discharges the batch: all at once, else one obligation after the other, and where that
// fails one region after the other, which names the culprit and is mostly easier for the solver;
// where it is not, the obligation is put to it again, with more time. An answer to the larger
// questions decides nothing but that they need not be split.
func (k *checker) flush() error {
	batch := k.batch
	k.batch, k.batchSize = nil, 0
	short := deadline.Of(k.oracle.timeout, batchShare)
	if len(batch) > 1 {
		any := make([]*term.Term, len(batch))
		for i, o := range batch {
			any[i] = o.formula(k.terms)
		}
		if k.oracle.refute("batch", []*term.Term{k.terms.Or(any...)}, nil, short) == nil {
			return nil
		}
	}
	for _, o := range batch {
		facts := append(o.path[:len(o.path):len(o.path)], o.any(k.terms))
		if k.oracle.refute(o.where, facts, nil, short) == nil {
			continue
		}
		err := o.oneByOne()
		if errors.As(err, new(*GaveUp)) && k.oracle.insist(o.where, facts, nil) == nil {
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
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

// formula is any with the conditions.
func (o *obligation) formula(terms *term.Builder) *term.Term {
	return terms.And(append(append([]*term.Term(nil), o.path...), o.any(terms))...)
}
