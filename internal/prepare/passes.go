package prepare

import (
	guessed "yogi/internal/certify/guess"
	"yogi/internal/certify/split"
	"yogi/internal/element"
	"yogi/internal/guess"
	"yogi/internal/ir"
	"yogi/internal/ir/pass"
	"yogi/internal/memory"
)

// The passes of the table. What one destroys it says; what is not destroyed holds behind it as
// before.

// normalize and simplify put a program in order; effects says what functions do.
var (
	normalize = pass.Pass{Name: "normalize", Gives: pass.Normal, Breaks: pass.Simplified, Run: always(ir.Normalize)}
	simplify  = pass.Pass{Name: "simplify", Needs: pass.Normal, Gives: pass.Simplified, Run: always(ir.Simplify)}
	effects   = pass.Pass{Name: "effects", Gives: pass.Effects, Run: always(ir.ComputeModifies)}
	// callsAlike is for all effects that are computed behind it.
	callsAlike = pass.Pass{Name: "calls alike", Run: always(func(p *ir.Program) { p.CallsAlike = true })}
)

// sitesAlike is for the alias analysis behind it.
var sitesAlike = pass.Pass{Name: "sites alike", Run: always(func(p *ir.Program) { p.SitesAlike = true })}

// reshaped are the properties that a pass loses which makes other blocks and instructions, changed those
// that one loses which makes other functions as well.
const (
	reshaped = pass.Normal | pass.Simplified
	changed  = reshaped | pass.Effects
)

// Passes while memory is loads and stores.
var (
	fixedGlobals = pass.Pass{
		Name: "fixed globals", Needs: pass.Normal | pass.Accesses, Uses: pass.Simplified, Breaks: changed,
		Run: always(ir.FixedGlobals),
	}
	inlineOutputs = pass.Pass{
		Name: "inline outputs", Needs: pass.Normal | pass.Accesses | pass.Effects, Uses: pass.Simplified, Breaks: pass.Effects,
		Run: always(func(p *ir.Program) { ir.InlineOutputs(p, maxCopied) }),
	}
	replaceObjects = pass.Pass{
		Name: "replace objects", Needs: pass.Normal | pass.Accesses, Uses: pass.Simplified, Breaks: pass.Simplified | pass.Effects,
		Run: always(ir.ReplaceObjects),
	}
	copyLeaves = pass.Pass{
		Name: "copies", Needs: pass.Normal | pass.Accesses, Breaks: pass.Effects,
		Run: always(func(p *ir.Program) { ir.CloneLeaves(p, maxCopied) }),
	}
	unread = pass.Pass{
		Name: "unread objects", Needs: pass.Normal | pass.Accesses, Uses: pass.Simplified, Breaks: pass.Effects,
		Run: always(func(p *ir.Program) {
			for ir.DropUnread(p) {
				ir.Simplify(p)
			}
		}),
	}
	severalMaps = pass.Pass{
		Name: "several maps", Needs: pass.Normal | pass.Accesses, Uses: pass.Simplified, Gives: pass.Maps, Breaks: pass.Accesses | changed,
		Run: func(p *ir.Program) error { return lowerMemory(p, memory.Options{Split: true}) },
	}
	oneMap = pass.Pass{
		Name: "one map", Needs: pass.Normal | pass.Accesses, Uses: pass.Simplified, Gives: pass.Maps, Breaks: pass.Accesses | changed,
		Run: func(p *ir.Program) error { return lowerMemory(p, memory.Options{}) },
	}
)

// Passes behind that.
var (
	fixedTables = pass.Pass{
		Name: "fixed tables", Needs: pass.Normal | pass.Maps, Uses: pass.Simplified, Breaks: reshaped,
		Run: always(ir.FixedTables),
	}
	deleteLoops = pass.Pass{
		Name: "delete loops", Needs: pass.Normal, Uses: pass.Simplified, Breaks: changed,
		Run: always(ir.DeleteLoops),
	}
	mergeConditions = pass.Pass{
		Name: "merge conditions", Needs: pass.Normal, Uses: pass.Simplified, Breaks: reshaped,
		Run: always(ir.MergeConditions),
	}
	constants = pass.Pass{
		Name: "constants", Needs: pass.Normal | pass.Effects, Breaks: reshaped,
		Run: always(ir.Constants),
	}
	joinArms = pass.Pass{
		Name: "join arms", Needs: pass.Normal, Uses: pass.Simplified, Breaks: reshaped,
		Run: always(func(p *ir.Program) { ir.JoinArms(p, joinBounds) }),
	}
	inline = pass.Pass{
		Name: "inline", Needs: pass.Normal | pass.Effects, Breaks: changed,
		Run: always(func(p *ir.Program) { ir.Inline(p, inlineBounds) }),
	}
	inlineAssertions = pass.Pass{
		Name: "inline assertions", Needs: pass.Normal | pass.Effects, Breaks: changed,
		Run: always(guess.Assertions),
	}
	guessIndices = pass.Pass{
		Name: "guess indices", Needs: pass.Normal | pass.Maps, Uses: pass.Simplified, Breaks: pass.Simplified,
		Run: guessedIndices,
	}
	loopsToRecursion = pass.Pass{
		Name: "loops to recursion", Needs: pass.Normal | pass.Maps, Breaks: changed,
		Run: always(ir.LoopsToRecursion),
	}
	inlineForElements = pass.Pass{
		Name: "inline for elements", Needs: pass.Normal | pass.Effects, Breaks: changed,
		Run: always(func(p *ir.Program) {
			ir.Inline(p, ir.InlineOptions{CalleeBlocks: -1, CallerBlocks: element.MostBlocks})
		}),
	}
	inlineAll = pass.Pass{
		Name: "inline all", Needs: pass.Normal | pass.Effects, Breaks: changed,
		Run: always(func(p *ir.Program) { ir.Inline(p, ir.InlineOptions{CalleeBlocks: -1, CallerBlocks: whole}) }),
	}
)

// Bounds of what passes make.
var (
	// joinBounds and inlineBounds are of large blocks: predicates are made of what a block does.
	joinBounds   = ir.JoinOptions{Assigned: 8, Size: 400}
	inlineBounds = ir.InlineOptions{CalleeBlocks: 1, CallerBlocks: 1000}
)

const (
	// maxCopied is the number of instructions of the largest function that each call gets a copy
	// of: accesses to a lock, a list or an event.
	maxCopied = 12
	// whole is the number of blocks beyond which a program is too large to be one procedure.
	whole = 50_000
)

// always is a pass that cannot fail.
func always(change func(p *ir.Program)) func(p *ir.Program) error {
	return func(p *ir.Program) error { change(p); return nil }
}

// lowerMemory makes maps of memory: several, or one, which takes nothing for granted of where
// accesses go. It has that checked by code that did not make them.
func lowerMemory(p *ir.Program, options memory.Options) error {
	if !inC(p) {
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

// guessedIndices makes assertions about all cells of an array assertions about one, and has that
// checked by code that did not do it.
func guessedIndices(p *ir.Program) error {
	before := guessed.Take(p)
	guess.Indices(p)
	return guessed.Check(before, p)
}

// inC reports whether a program has memory.
func inC(p *ir.Program) bool { return p.Model != nil }
