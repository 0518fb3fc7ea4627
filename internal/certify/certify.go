package certify

import (
	"context"
	"fmt"
	"time"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Options are the settings of a check.
type Options struct {
	// Solver answers the obligations. It should not be the one that helped to find the proof.
	Solver solver.Solver
	// Timeout bounds one query; 0 means 10 seconds. What it leaves open is asked again for half of
	// the time that the context leaves.
	Timeout time.Duration
	// Counts, if set, receives the sizes of the check.
	Counts *Counts
	// Reached, if set, is told of an accepted certificate which regions of a graph that it relies on are reached from
	// the graph's NotMay regions: a run that starts there is always in one of them.
	Reached func(g *verdict.Graph, regions map[int]bool)
}

// Counts says what a check had to do.
type Counts struct {
	Graphs      int // relied on
	Obligations int // facts about steps and the start, one for each control-flow edge at most, or edges cut
	Folded      int // obligations that needed no solver
	Queries     int
}

// Rejection says what is wrong with evidence.
type Rejection struct {
	Where  string // function, block, region
	Reason string
}

func (r *Rejection) Error() string {
	if r.Where == "" {
		return "rejected: " + r.Reason
	}
	return "rejected: " + r.Where + ": " + r.Reason
}

// GaveUp says that the solver did not decide an obligation.
type GaveUp struct {
	Where  string
	Reason string
}

func (g *GaveUp) Error() string { return "not decided: " + g.Where + ": " + g.Reason }

// checker is one check.
type checker struct {
	program *ir.Program
	terms   *term.Builder
	counts  *Counts
	effects map[*ir.Function]*effects
	graphs  []*graph
	oracle  *oracle
	steps   map[*ir.Block]*step
	needed  []bool // graphs that are relied on
	work    []int  // those still to check
}

// Certificate checks a certificate about a program whose memory is lowered and whose calls are alone in
// their blocks. It returns nil if the certificate proves that the program reaches no error.
func Certificate(ctx context.Context, p *ir.Program, c *verdict.Certificate, options Options) (err error) {
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			err = b // a bug of ours accepts nothing
		}
	}()
	if options.Timeout == 0 {
		options.Timeout = solver.DefaultTimeout
	}
	if options.Counts == nil {
		options.Counts = &Counts{}
	}
	k := &checker{program: p, terms: p.Terms, counts: options.Counts, steps: map[*ir.Block]*step{}}
	k.oracle = newOracle(ctx, p, options)
	if c.Contradiction {
		return k.oracle.contradiction(p)
	}
	if c.Unfolding != nil {
		return k.unfolding(c.Unfolding, options.Reached)
	}
	if c.Unrolling != nil {
		return k.unrolling(c.Unrolling, options.Reached)
	}
	if k.effects, err = computeEffects(p); err != nil {
		return err
	}
	if err := k.form(c); err != nil {
		return err
	}
	if err := k.start(k.graphs[c.Main]); err != nil {
		return err
	}
	for len(k.work) > 0 {
		g := k.graphs[k.work[len(k.work)-1]]
		k.work = k.work[:len(k.work)-1]
		k.counts.Graphs++
		if err := k.closed(g); err != nil {
			return err
		}
	}
	for n, g := range k.graphs {
		if k.needed[n] && options.Reached != nil {
			options.Reached(g.Graph, g.reached)
		}
	}
	return nil
}

// need makes sure that the claim of a graph will be checked.
func (k *checker) need(number int) {
	if !k.needed[number] {
		k.needed[number] = true
		k.work = append(k.work, number)
	}
}

// closed checks the claim of one graph.
func (k *checker) closed(g *graph) error {
	if err := k.explore(g); err != nil {
		return err
	}
	if g.reached[targetRegion] {
		return &Rejection{g.name(), "an abstract path leads from an entry region that is said to be safe to the exit"}
	}
	for _, b := range g.function.Blocks {
		if err := k.leaving(g, b); err != nil {
			return err
		}
	}
	return nil
}

func (g *graph) name() string {
	return fmt.Sprintf("graph %d (%s, %s)", g.number, g.Function, g.Exit)
}
