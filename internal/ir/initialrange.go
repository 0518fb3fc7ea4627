package ir

import "yogi/internal/term"

// maxSetCells is how many cells of a range may start as another number than zero.
const maxSetCells = 1 << 16

// maxGroundCells is how many cells of a range are written as one equality each.
const maxGroundCells = 64

// Cells is the number of cells of the range.
func (r InitialRange) Cells() uint64 { return (r.To - r.From) / uint64(r.CellBytes) }

// Contains reports whether there is a cell of the range at address.
func (r InitialRange) Contains(address uint64) bool {
	return address >= r.From && address < r.To && (address-r.From)%uint64(r.CellBytes) == 0
}

// MapsAtStart are the maps some cells of which start as another number than zero, with all such
// cells; the rest is zero, as in a run that nothing else is said of.
func (p *Program) MapsAtStart() map[*Variable]*term.ArrayValue {
	out := map[*Variable]*term.ArrayValue{}
	for _, r := range p.InitialRanges {
		if r.Value == 0 {
			continue
		}
		array := out[r.Map]
		if array == nil {
			array = term.NewArrayValue(r.Map.Sort, term.ZeroValue(r.Map.Sort.Elem))
		}
		for a := r.From; a < r.To; a += uint64(r.CellBytes) {
			array = array.Store(term.BVValue(r.Map.Sort.Index.Width, a), term.BVValue(r.Map.Sort.Elem.Width, r.Value))
		}
		out[r.Map] = array
	}
	return out
}

// Facts says the range in formulas: an equality for each cell, or for a large range a quantified fact
// whose trigger is the read of a cell.
func (r InitialRange) Facts(terms *term.Builder) []*term.Term {
	index := r.Map.Sort.Index
	value := terms.BVConst(r.Map.Sort.Elem.Width, r.Value)
	if r.Cells() <= maxGroundCells {
		var out []*term.Term
		for a := r.From; a < r.To; a += uint64(r.CellBytes) {
			out = append(out, terms.Eq(terms.Select(r.Map.Sym, terms.BVConst(index.Width, a)), value))
		}
		return out
	}
	a := terms.Var("address!"+r.Map.Name, index)
	cell := terms.Select(r.Map.Sym, a)
	from, last := terms.BVConst(index.Width, r.From), terms.BVConst(index.Width, r.To-1)
	aligned := terms.Eq(terms.BVURem(terms.BVSub(a, from), terms.BVConst(index.Width, uint64(r.CellBytes))), terms.BVConst(index.Width, 0))
	inside := terms.And(terms.BVUle(from, a), terms.BVUle(a, last), aligned)
	fact := terms.Forall([]*term.Term{a}, terms.Implies(inside, terms.Eq(cell, value)), [][]*term.Term{{cell}})
	return []*term.Term{fact}
}
