package pipeline

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/memory"
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
