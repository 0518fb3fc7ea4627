package memory

import (
	"math/rand"

	"yogi/internal/ir"
	"yogi/internal/pointsto"
)

// LowerFaulty is LowerNormal with split memory and a mistake in the analysis: one constraint, chosen at
// random, is forgotten, or the distance in a sum is taken for a multiple of too much. What comes out fits
// together, and may be wrong. It returns no claim if there is nothing to forget.
func LowerFaulty(p *ir.Program, r *rand.Rand) *pointsto.Claim {
	a := newAnalysis(p)
	a.collect()
	if !a.forget(r) {
		return nil
	}
	a.solve()
	if a.whole() {
		return nil
	}
	plan := newPartition(a).plan()
	p.ResolveAddresses()
	l := newLowerer(p, plan)
	for _, f := range p.Functions {
		l.lowerFunction(f)
	}
	l.finish()
	return plan.claim()
}

func (a *analysis) forget(r *rand.Rand) bool {
	switch n := len(a.flows); {
	case len(a.sums) > 0 && r.Intn(3) == 0:
		s := a.sums[r.Intn(len(a.sums))]
		if r.Intn(2) == 0 {
			s.positive, s.others, s.divisors = nil, nil, nil
			return true
		}
		s.remaining *= 2
		for i := range s.divisors {
			s.divisors[i] *= 2
		}
		return true
	case n > 0:
		i := r.Intn(n)
		a.flows = append(a.flows[:i], a.flows[i+1:]...)
		return true
	}
	return false
}

// Confuse makes p say that some address may be that of any object.
func (p *Points) Confuse() { p.solved.anything = true }
