package pipeline

import (
	"errors"
	"fmt"
	"slices"

	guessed "yogi/internal/certify/guess"
	"yogi/internal/certify/split"
	"yogi/internal/guess"
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

// passes are in the order in which they run. Simplification and call effects need the normal form, and so
// does memory, which makes new blocks and variables.
var passes = []pass{
	{"normalize", func(p *ir.Program) error { ir.Normalize(p); return nil }},
	{"simplify", func(p *ir.Program) error { ir.Simplify(p); return nil }},
	{constantsOption, func(p *ir.Program) error {
		if p.Model != nil {
			ir.FixedGlobals(p)
			ir.Normalize(p)
			ir.Simplify(p)
		}
		return nil
	}},
	{"copies", func(p *ir.Program) error {
		if p.Model != nil {
			ir.CloneLeaves(p, maxCopied)
		}
		return nil
	}},
	{memoryPass, func(p *ir.Program) error { return lowerMemory(p, memory.Options{Split: true}) }},
	{"normalize", func(p *ir.Program) error { ir.Normalize(p); return nil }},
	{"simplify", func(p *ir.Program) error { ir.Simplify(p); return nil }},
	{addressesOption, func(p *ir.Program) error { ir.Addresses(p); return nil }},
	{conditionsOption, func(p *ir.Program) error {
		ir.MergeConditions(p)
		ir.Normalize(p)
		ir.Simplify(p)
		return nil
	}},
	{constantsOption, func(p *ir.Program) error {
		ir.ComputeModifies(p)
		ir.Constants(p)
		ir.Normalize(p)
		ir.Simplify(p)
		return nil
	}},
	{largeBlocksOption, func(p *ir.Program) error { largeBlocks(p); return nil }},
	{guessOption, func(p *ir.Program) error { return guessIndices(p) }},
	{loopsOption, func(p *ir.Program) error {
		ir.LoopsToRecursion(p)
		ir.Normalize(p)
		ir.Simplify(p)
		return nil
	}},
	{"modifies", func(p *ir.Program) error { ir.ComputeModifies(p); return nil }},
}

// lowerMemory makes maps of memory: several, or one, which takes nothing for granted of where accesses go. It has that checked by
// code that did not make them.
func lowerMemory(p *ir.Program, options memory.Options) error {
	if p.Model == nil {
		return nil
	}
	var err error
	if options.Points, err = memory.TakeNumbers(p); err != nil {
		return err
	}
	before := split.Take(p)
	claim, err := memory.LowerNormal(p, options)
	if err != nil {
		return err
	}
	return split.Check(before, p, claim)
}

// memoryPass is the name of the pass that makes maps of memory. With memoryMapsOption off, which no flag says, it makes one map of all.
const (
	memoryPass       = "memory"
	memoryMapsOption = "memory-maps"
)

// guessIndices makes assertions about all cells of an array assertions about one, and has that checked by code that did not
// do it.
func guessIndices(p *ir.Program) error {
	ir.ComputeModifies(p)
	guess.Assertions(p)
	ir.Normalize(p)
	ir.Simplify(p)
	before := guessed.Take(p)
	guess.Indices(p)
	return guessed.Check(before, p)
}

// maxCopied is the number of instructions of the largest function that each call gets a copy of: accesses to a lock, a list or
// an event.
const maxCopied = 12

// Bounds of large blocks: predicates are made of what a block does.
var (
	joinBounds   = ir.JoinOptions{Assigned: 8, Size: 400}
	inlineBounds = ir.InlineOptions{CalleeBlocks: 1, CallerBlocks: 1000}
)

// largeBlocks makes loop-free parts of functions one block where they read no inputs, and puts the bodies of
// functions that are one block in the place of their calls.
func largeBlocks(p *ir.Program) {
	join := func() {
		ir.JoinArms(p, joinBounds)
		ir.Normalize(p)
		ir.Simplify(p)
		ir.MergeConditions(p)
		ir.Normalize(p)
		ir.Simplify(p)
	}
	join()
	ir.ComputeModifies(p)
	ir.Inline(p, inlineBounds)
	ir.Normalize(p)
	ir.Simplify(p)
	join()
}

// Prepare runs the first count passes (AllPasses: all) on a program of a front end, checking the
// program before the first and after the last; those that are optimisations only if search has them. If the error is a *split.Rejection all passes were run, and
// the program is good for tests; a proof about it is none about the files.
func Prepare(p *ir.Program, count int, search Search) error {
	if err := ir.Check(p); err != nil {
		return fmt.Errorf("the front end made a program that is not well formed: %w", err)
	}
	if count == AllPasses {
		count = len(passes)
	}
	var rejection *split.Rejection
	for i, pass := range passes[:count] {
		if !search.has(pass.name) || !search.has(passLabel(i)) {
			continue
		}
		run := pass.run
		if pass.name == memoryPass && slices.Contains(search.Off, memoryMapsOption) {
			run = func(p *ir.Program) error { return lowerMemory(p, memory.Options{}) }
		}
		if err := run(p); err != nil && !errors.As(err, &rejection) {
			return fmt.Errorf("%s: %w", pass.name, err)
		}
	}
	if err := ir.Check(p); err != nil {
		return fmt.Errorf("the program is not well formed after the passes: %w", err)
	}
	if rejection != nil {
		return rejection
	}
	return nil
}

// whole is the number of blocks beyond which a program is too large to be one procedure.
const whole = 50_000

// singleProcedure are the algorithms that work on one procedure.
var singleProcedure = []string{"synergy", "slam", "lee-yannakakis"}

// prepareFor is Prepare with all passes for a job. For the algorithms that work on a single procedure every
// call is replaced by the body; a program that calls itself has no such form. The error is as of Prepare.
func prepareFor(job Job, p *ir.Program) (*verdict.Verdict, error) {
	prepared := Prepare(p, AllPasses, job.Search)
	var rejection *split.Rejection
	if prepared != nil && !errors.As(prepared, &rejection) || !slices.Contains(singleProcedure, job.Algorithm) {
		return nil, prepared
	}
	for _, f := range p.Functions {
		if f.Recursive {
			v := unknown(verdict.Recursion, job.Algorithm+" works on a single procedure, and "+f.Name+" calls itself")
			return &v, nil
		}
	}
	ir.Inline(p, ir.InlineOptions{CalleeBlocks: -1, CallerBlocks: whole})
	ir.Normalize(p)
	ir.Simplify(p)
	ir.ComputeModifies(p)
	if err := ir.Check(p); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(p.Entry.Blocks, func(b *ir.Block) bool { return b.Call() != nil }) {
		v := unknown(verdict.Memory, "the program is too large to be the single procedure that "+job.Algorithm+" works on")
		return &v, nil
	}
	return nil, prepared
}
