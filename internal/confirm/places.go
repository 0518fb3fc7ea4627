package confirm

import (
	"context"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// A test says where objects lie, and no compiler can be told. So a fail that needs its objects in
// these places stands only if some build has them so; one that does not is asked for in other
// placements.

// movedObjects is how many objects a placement moves; what lies further is where its address is.
const movedObjects = 256

// placements are maps of places besides that of a test: every address is its number, objects
// further up, in reverse order, and one after the other in the same place.
func placements(p *ir.Program) []func(granule uint64) uint64 {
	bits, firstFree := p.Model.GranuleBits, p.FirstFree
	return []func(granule uint64) uint64{
		func(uint64) uint64 { return 0 },
		func(g uint64) uint64 { return g<<12 | g%2<<4 },
		func(g uint64) uint64 { return (2*movedObjects - 2*g) << bits },
		func(g uint64) uint64 { // those that are made by the run all where the first was
			if start := g << bits; start > firstFree {
				return firstFree - start
			}
			return 0
		},
	}
}

// placesMatter says whether a test that reaches the error may miss it with the objects in other places.
func placesMatter(ctx context.Context, p *ir.Program, test *verdict.Test) bool {
	if slices.ContainsFunc(test.Inputs, func(in verdict.InputValue) bool { return in.Input.Kind == ir.AddressBytes }) {
		return true
	}
	if p.Places == nil {
		return false
	}
	for _, places := range placements(p) {
		moved := *test
		moved.Globals = slices.DeleteFunc(slices.Clone(test.Globals), func(g verdict.GlobalValue) bool { return g.Variable == p.Places })
		for g := uint64(1); g < movedObjects; g++ {
			moved.Globals = append(moved.Globals, verdict.GlobalValue{
				Variable: p.Places,
				Cell:     term.BVValue(p.Places.Sort.Index.Width, g),
				Value:    term.BVValue(p.Places.Sort.Elem.Width, places(g)),
			})
		}
		if v := replay(ctx, p, verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Fail, Test: &moved}}); v.Kind != verdict.Fail {
			return true
		}
	}
	return false
}
