// Package prepare makes a program that the engine reads of one that a front end made: memory
// becomes variables that are maps, control flow a normal form with large blocks. Table says what is
// done in which order.
package prepare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	elements "yogi/internal/certify/element"
	"yogi/internal/certify/split"
	"yogi/internal/element"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/ir/pass"
)

// Table is the rows in the order in which they run.
var Table = pass.Table{
	{
		Name: "normal-form", Does: "each call alone in its block, no block that no path leads to",
		Passes: []pass.Pass{normalize},
	},
	{
		Name: "simplify", Does: "chains of blocks become one, locals with a known value that value",
		Of:     []feature.Feature{feature.Simplify},
		Passes: []pass.Pass{simplify},
	},
	// Before the first pass that asks what calls change.
	{
		Name: "modification", Does: "what a call changes is what its callee does; without, all that any call changes",
		Of:      []feature.Feature{feature.Modification},
		Instead: []pass.Pass{callsAlike},
	},
	// Before memory is cut, since an address in a variable that nobody changes is seen to be one
	// then.
	{
		Name: "fixed-globals", Does: "reads of globals that nothing writes are what the globals start as, and of parameters for which all calls give one constant that",
		Of: []feature.Feature{feature.Constants, feature.FixedGlobals}, When: inC,
		Passes: []pass.Pass{fixedGlobals, normalize, simplify},
	},
	// Before memory is cut, since what such an object holds would have to be known of a map that calls change.
	{
		Name: "scalar-replacement", Does: "calls of small functions that are given the address of a local object of at most eight bytes become their bodies, and such objects that are used for nothing but reading and writing become variables",
		Of: []feature.Feature{feature.ScalarReplacement}, When: inC,
		Passes: []pass.Pass{effects, inlineOutputs, replaceObjects, simplify},
	},
	// Before memory is cut, since the alias analysis does not tell calls apart.
	{
		Name: string(feature.Copies), Does: "each call of a small function without branches, or that makes objects, gets a copy of the function, and each address that is passed to a small one with branches",
		Of: []feature.Feature{feature.Copies}, When: inC,
		Passes: []pass.Pass{copyLeaves},
	},
	{
		Name: "allocation-sites", Does: "objects in one class of the alias analysis have cells of their own; without, they have them in common",
		Of: []feature.Feature{feature.AllocationSites}, When: inC,
		Instead: []pass.Pass{sitesAlike},
	},
	{
		Name: "unread-objects", Does: "loads of which nobody reads the value, and what is written to local objects from which nothing is read, are left out",
		Of: []feature.Feature{feature.UnreadObjects}, When: inC,
		Passes: []pass.Pass{unread},
	},
	{
		Name: string(feature.MemoryMaps), Does: "loads, stores and allocations become assignments to maps, one for each class of an alias analysis, or to one map if this is left out",
		Of:      []feature.Feature{feature.MemoryMaps},
		Passes:  []pass.Pass{severalMaps, normalize},
		Instead: []pass.Pass{oneMap, normalize},
	},
	{
		Name: "simplify-maps", Does: "the same as simplify, of what accesses became",
		Of:     []feature.Feature{feature.SimplifyMaps},
		Passes: []pass.Pass{simplify},
	},
	{
		Name: string(feature.FixedTables), Does: "a branch on what is read of a table that nothing writes is one on the index",
		Of: []feature.Feature{feature.FixedTables}, When: inC,
		Passes: []pass.Pass{fixedTables, normalize, simplify},
	},
	// Behind simplify-maps, since stores of which nobody reads the values are seen there.
	{
		Name: "delete-loops", Does: "loops that surely end and change nothing that is read behind them are passed by",
		Of:     []feature.Feature{feature.DeleteLoops},
		Passes: []pass.Pass{deleteLoops, normalize, simplify},
	},
	{
		Name: "merge-conditions", Does: "a short-circuit condition becomes one branch",
		Of:     []feature.Feature{feature.Conditions},
		Passes: []pass.Pass{mergeConditions, normalize, simplify},
	},
	{
		Name: "propagate-constants", Does: "variables that hold one constant at a point are replaced by it",
		Of:     []feature.Feature{feature.Constants, feature.PropagateConstants},
		Passes: []pass.Pass{effects, constants, normalize, simplify},
	},
	// Behind all that shows a choice to be none. Functions of one block are there only when arms
	// are joined, and their callers have arms that can be joined only when they are inlined.
	{
		Name: "large-blocks", Does: "branches that only choose between values become one block, calls of functions of one block their bodies",
		Of:     []feature.Feature{feature.LargeBlocks},
		Passes: slices.Concat(blocksJoined, []pass.Pass{effects, inline, normalize, simplify}, blocksJoined),
	},
	// Behind the last pass that makes new blocks, since what is said of guesses names blocks.
	{
		Name: "guessed-index", Does: "an assertion about all cells of an array becomes one about a cell whose index is guessed",
		Of:     []feature.Feature{feature.GuessedIndex},
		Passes: []pass.Pass{effects, inlineAssertions, normalize, simplify, guessIndices},
	},
	{
		Name: "loops-as-recursion", Does: "every loop becomes a function that calls itself (off unless switched on)",
		Of:     []feature.Feature{feature.LoopsAsRecursion},
		Passes: []pass.Pass{loopsToRecursion, normalize, simplify},
	},
	{
		Name: "effects", Does: "what each function may change, and whether calls of it can fail or return",
		Passes: []pass.Pass{effects},
	},
}

var blocksJoined = []pass.Pass{joinArms, normalize, simplify, mergeConditions, normalize, simplify}

// singleProcedure is run behind Table for algorithms that work on one procedure.
var singleProcedure = pass.Table{
	{
		Name: "single-procedure", Does: "every call becomes the body",
		Passes: []pass.Pass{inlineAll, normalize, simplify, effects},
	},
}

// withElements is run behind Table where facts about all elements are put into the program: what a
// function does to them would have to be its contract.
var withElements = pass.Table{
	{
		Name: "with-elements", Does: "every call becomes the body, as far as the program stays small",
		Passes: []pass.Pass{inlineForElements, normalize, simplify, effects},
	},
}

// What a front end makes, and what the engine reads.
const (
	Made = pass.Accesses
	Read = pass.Normal | pass.Maps | pass.Effects
)

// Options say how a program is prepared.
type Options struct {
	// Features says which rows of the tables there are.
	Features feature.Set
	// Check: the program is checked behind each pass.
	Check bool
	// End ends runs where the question at hand wants them to end: it makes terminators others that lead nowhere.
	// It is given the program behind the rows of which it makes no difference. nil: runs end where they do.
	End func(p *ir.Program)
}

// lastOfFirst is the last of the rows that do the same wherever runs end. Most of the work is theirs.
const lastOfFirst = "large-blocks"

// first are the rows of Table up to that, others those behind it.
var first, others = Table.CutBehind(lastOfFirst)

// Begun is a program behind the first rows of Table. Questions about one program, which differ in where runs end, have
// programs that are made of one.
type Begun struct {
	program *ir.Program
	holds   pass.Property
	doubt   error // that the program is good for tests alone
}

// Begin makes what programs of several questions are made of. p stays as it is.
func Begin(p *ir.Program, o Options) (*Begun, error) {
	if err := ir.Check(p); err != nil {
		return nil, fmt.Errorf("the front end made a program that is not well formed: %w", err)
	}
	b := &Begun{program: p.Copy()}
	var err error
	if b.holds, err = first.RunPart(b.program, Made, o.ofPasses()); err != nil && !isRejection(err) {
		return nil, err
	}
	b.doubt = err
	return b, nil
}

// BeginsAlike names the rows of the first part that options leave out: options with which it is the same do not
// differ in what Begin makes.
func BeginsAlike(o Options) (without []string) {
	for _, row := range first {
		if o.ofPasses().LeavesOut(row) {
			without = append(without, row.Name)
		}
	}
	return without
}

// Program is Program for what was begun, with the same features. b stays as it is.
func (b *Begun) Program(o Options) (*ir.Program, error) {
	again := *b
	again.program = b.program.Copy()
	return again.finish(o)
}

// finish runs the other rows.
func (b *Begun) finish(o Options) (*ir.Program, error) {
	if o.End != nil {
		o.End(b.program)
	}
	ran := others.Run(b.program, b.holds, o.ofPasses())
	if ran != nil && !isRejection(ran) {
		return nil, ran
	}
	if err := ir.Check(b.program); err != nil {
		return nil, fmt.Errorf("the program is not well formed after the passes: %w", err)
	}
	return b.program, cmp.Or(b.doubt, ran)
}

// Program is a program that the engine reads: p after the rows of Table that its features leave. p stays
// as it is. If the error is a *split.Rejection all rows were run, and the program is good for
// tests; a proof about it is none about the files.
func Program(p *ir.Program, o Options) (*ir.Program, error) {
	b, err := Begin(p, o)
	if err != nil {
		return nil, err
	}
	return b.finish(o)
}

// SingleProcedure is a program that the engine reads in which every call was replaced by the body,
// as far as that does not make it too large: then calls are left. No function calls itself. p stays
// as it is.
func SingleProcedure(p *ir.Program, o Options) (*ir.Program, error) {
	out := p.Copy()
	if err := singleProcedure.Run(out, Read, o.ofPasses()); err != nil {
		return nil, err
	}
	if err := ir.Check(out); err != nil {
		return nil, fmt.Errorf("the program is not well formed as a single procedure: %w", err)
	}
	return out, nil
}

// WithElements is a program that the engine reads with facts about all elements, which are checked
// and taken for granted (package element). Where no element leads to another one Program.Elements is
// nil. That nothing else was changed is checked by code that did not do it. p stays as it is.
func WithElements(p *ir.Program, facts []element.Fact, o Options) (*ir.Program, error) {
	out := p.Copy()
	if err := withElements.Run(out, Read, o.ofPasses()); err != nil {
		return nil, err
	}
	before := elements.Take(out)
	if element.Track(out) == nil {
		return out, nil
	}
	if err := element.Suppose(out, facts); err != nil {
		return nil, err
	}
	if err := elements.Check(before, out); err != nil {
		return nil, err
	}
	if err := ir.Check(out); err != nil {
		return nil, fmt.Errorf("the program is not well formed with facts about elements: %w", err)
	}
	return out, nil
}

func (o Options) ofPasses() pass.Options {
	return pass.Options{Features: o.Features, Tolerated: isRejection, Check: o.Check}
}

func isRejection(err error) bool {
	var rejection *split.Rejection
	return errors.As(err, &rejection)
}
