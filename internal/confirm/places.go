package confirm

import (
	"context"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/sem/dependence"
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

// placesMatter says whether a test that reaches the error may miss it with the objects in other places, or with other
// bytes of their addresses in memory. A placement that no run of the program has says nothing; two have to be shown.
func placesMatter(ctx context.Context, p *ir.Program, test *verdict.Test) bool {
	// Where what is done with such bytes may come to a condition, none on the way of this test may depend on them.
	mayMatter := influence(p, test, isAddressBytes)
	if mayMatter && dependsOnBytes(ctx, p, test) {
		return true
	}
	if p.Places == nil {
		return false
	}
	shown := 0
	for _, places := range placements(p) {
		moved := *test
		moved.Globals = slices.DeleteFunc(slices.Clone(test.Globals), func(g verdict.GlobalValue) bool { return g.Variable == p.Places })
		for g, value := range aligned(p, places) {
			if g == 0 {
				continue // no object's
			}
			moved.Globals = append(moved.Globals, verdict.GlobalValue{
				Variable: p.Places,
				Cell:     term.BVValue(p.Places.Sort.Index.Width, uint64(g)),
				Value:    term.BVValue(p.Places.Sort.Elem.Width, value),
			})
		}
		if v := replay(ctx, p, verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Fail, Test: &moved}}); v.Kind != verdict.Fail {
			if isNoPlacement(ctx, p, &moved) {
				continue
			}
			return true
		}
		if mayMatter && dependsOnBytes(ctx, p, &moved) {
			return true
		}
		shown++
	}
	return shown < 2
}

// dependsOnBytes says that with other bytes of addresses the run of a test may go another way.
func dependsOnBytes(ctx context.Context, p *ir.Program, test *verdict.Test) bool {
	isBytes := func(in *ir.Input) bool { return in.Kind == ir.AddressBytes }
	return dependence.On(p, test, isBytes, func() bool { return ctx.Err() != nil })
}

func isAddressBytes(in verdict.InputValue) bool { return in.Input.Kind == ir.AddressBytes }

// takesAddressBytes says that a test has values for bytes of addresses.
func takesAddressBytes(test *verdict.Test) bool {
	return slices.ContainsFunc(test.Inputs, isAddressBytes)
}

// isNoPlacement says that the run of a test is blocked by what is known of the places of all objects.
func isNoPlacement(ctx context.Context, p *ir.Program, test *verdict.Test) bool {
	run, err := concrete.Run(p, test, concrete.Limits{Stop: func() bool { return ctx.Err() != nil }})
	if err != nil || run.Kind != concrete.Blocked || run.BlockedAt < 0 {
		return false
	}
	assume, ok := run.Block.Instructions[run.BlockedAt].(*ir.Assume)
	return ok && assume.Known
}

// aligned gives the distance by which a placement moves each granule, where an object of a larger alignment than the
// placement keeps is moved by whole pages, or not at all.
func aligned(p *ir.Program, places func(granule uint64) uint64) []uint64 {
	moved := make([]uint64, movedObjects)
	for g := range moved[1:] {
		moved[g+1] = places(uint64(g + 1))
	}
	const page = 1 << 12
	e := term.NewEvaluator()
	for _, to := range []func(uint64) uint64{func(by uint64) uint64 { return by &^ (page - 1) }, func(uint64) uint64 { return 0 }} {
		at := placed(p, moved)
		for _, fact := range p.Axioms {
			if fact.HasQuantifier() {
				continue
			}
			if holds, err := e.Holds(fact, at); err != nil || holds {
				continue
			}
			for _, g := range granulesIn(p, fact) {
				if g < movedObjects {
					moved[g] = to(moved[g])
				}
			}
		}
	}
	return moved
}

// placedAt gives a value to the map of places, and to nothing else.
type placedAt struct {
	places *ir.Variable
	value  term.Value
}

// placed is where the objects lie if each granule is moved by so much.
func placed(p *ir.Program, moved []uint64) placedAt {
	sort := p.Places.Sort
	value := term.NewArrayValue(sort, term.ZeroValue(sort.Elem))
	for g, by := range moved {
		value = value.Store(term.BVValue(sort.Index.Width, uint64(g)), term.BVValue(sort.Elem.Width, by))
	}
	return placedAt{p.Places, term.ArrayVal(value)}
}

// Lookup implements term.Assignment.
func (a placedAt) Lookup(v *term.Term) (term.Value, bool) { return a.value, v == a.places.Sym }

// Apply implements term.Assignment.
func (a placedAt) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

// granulesIn are the granules whose places a term says something about.
func granulesIn(p *ir.Program, t *term.Term) []uint64 {
	var out []uint64
	term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpSelect && t.Args()[0] == p.Places.Sym && t.Args()[1].IsConst() {
			v, _ := t.Args()[1].Value()
			out = append(out, v.Uint64())
		}
		return true
	})(t)
	return out
}
