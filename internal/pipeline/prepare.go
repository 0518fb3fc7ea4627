package pipeline

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/verdict"
)

// A pass brings a program closer to the form that the engine reads.
type pass struct {
	name string
	run  func(p *ir.Program) error
}

// AllPasses is the number that asks Prepare for every pass.
const AllPasses = -1

// passes are in the order in which they run. Simplification and call effects need the normal form;
// memory comes first since it makes new blocks and variables.
var passes = []pass{
	{"memory", func(p *ir.Program) error { return memory.Lower(p, memory.Options{Split: true}) }},
	{"normalize", func(p *ir.Program) error { ir.Normalize(p); return nil }},
	{"simplify", func(p *ir.Program) error { ir.Simplify(p); return nil }},
	{"conditions", func(p *ir.Program) error { ir.MergeConditions(p); ir.Normalize(p); ir.Simplify(p); return nil }},
	{"modifies", func(p *ir.Program) error { ir.ComputeModifies(p); return nil }},
}

// Prepare runs the first count passes (AllPasses: all) on a program of a front end, checking the
// program before the first and after the last.
func Prepare(p *ir.Program, count int) error {
	if err := ir.Check(p); err != nil {
		return fmt.Errorf("the front end made a program that is not well formed: %w", err)
	}
	if count == AllPasses {
		count = len(passes)
	}
	for _, pass := range passes[:count] {
		if err := pass.run(p); err != nil {
			return fmt.Errorf("%s: %w", pass.name, err)
		}
	}
	if err := ir.Check(p); err != nil {
		return fmt.Errorf("the program is not well formed after the passes: %w", err)
	}
	return nil
}

// whole is the number of blocks beyond which a program is too large to be one procedure.
const whole = 50_000

// prepareFor is Prepare with all passes for a job. SYNERGY works on a single procedure, so for it every
// call is replaced by the body; a program that calls itself has no such form.
func prepareFor(job Job, p *ir.Program) (*verdict.Verdict, error) {
	if err := Prepare(p, AllPasses); err != nil || job.Algorithm != "synergy" {
		return nil, err
	}
	for _, f := range p.Functions {
		if f.Recursive {
			v := unknown(verdict.Recursion, "synergy works on a single procedure, and "+f.Name+" calls itself")
			return &v, nil
		}
	}
	ir.Inline(p, ir.InlineOptions{CalleeBlocks: -1, CallerBlocks: whole})
	ir.Normalize(p)
	ir.Simplify(p)
	ir.ComputeModifies(p)
	return nil, ir.Check(p)
}
