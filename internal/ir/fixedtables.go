package ir

import (
	"slices"

	"yogi/internal/term"
)

// mostTableCells is how many cells a table may have, and a range of cells.
const mostTableCells = 256

// FixedTables makes a branch on what is read of a table one on the index, where nothing writes the table behind the
// start of the program: as a call through an array of pointers to functions is. That the call finds one of these
// functions is then a fact about the index. Before, it was one about the memory that the array is in, which a proof has
// to carry from the start of the program to the call. An index that is none of the table takes the branch as it was.
// The memory pass comes before it, Normalize behind it; runs and their inputs stay the same.
func FixedTables(p *Program) {
	if p.Entry == nil {
		return
	}
	var chain []*Block
	if !called(p.Entry.Callees()...)[p.Entry] {
		chain = p.Entry.startChain()
	}
	start := map[*Block]bool{}
	for _, b := range chain {
		start[b] = true
	}
	tables := p.fixedCells(chain, start)
	for _, f := range p.Functions {
		for _, b := range slices.Clone(f.Blocks) {
			if start[b] {
				continue // not all of a table may be written yet
			}
			if g, ok := b.Terminator.(*Goto); ok && g.Choice == nil && len(g.Targets) > 2 {
				b.branchByIndex(g, tables)
			}
		}
	}
}

// branchByIndex makes a goto one by the index into a table, if it is by what a block reads of one.
func (b *Block) branchByIndex(g *Goto, tables map[*term.Term]map[uint64]uint64) {
	terms := b.Function.Program.Terms
	sym, ways := byValue(g)
	if sym == nil {
		return
	}
	read := b.readLast(sym)
	if read == nil || tables[read.Arg(0)] == nil {
		return
	}
	index, values := b.Function.Program.table(read.Arg(1), tables[read.Arg(0)])
	if len(values) < 2 {
		return
	}
	numbers := make([][]*term.Term, len(g.Targets))
	for k, value := range values {
		way := len(g.Targets) - 1
		if known, ok := ways[value]; ok {
			way = known
		}
		numbers[way] = append(numbers[way], terms.Eq(index, terms.BVConst(index.Sort().Width, uint64(k))))
	}
	inside, outside := b.Function.NewBlock(b.Label, b.Pos), b.Function.NewBlock(b.Label, b.Pos)
	outside.Terminator = g
	byIndex := &Goto{At: g.At, Branch: g.Branch}
	for way, t := range g.Targets {
		if len(numbers[way]) > 0 {
			byIndex.Targets = append(byIndex.Targets, Target{terms.Or(numbers[way]...), t.Block})
		}
	}
	inside.Terminator = byIndex
	isInside := terms.BVUlt(index, terms.BVConst(index.Sort().Width, uint64(len(values))))
	b.Terminator = &Goto{At: g.At, Targets: []Target{{isInside, inside}, {terms.Not(isInside), outside}}}
}

// byValue is the variable that a goto compares with a constant for each of its targets but the last, which is for all
// other values, and the targets by these constants; nil: it is another goto.
func byValue(g *Goto) (sym *term.Term, ways map[uint64]int) {
	ways = map[uint64]int{}
	last := len(g.Targets) - 1
	for way, t := range g.Targets[:last] {
		for _, c := range term.Disjuncts(t.Guard) {
			v, value, ok := comparison(c)
			if !ok || sym != nil && v != sym {
				return nil, nil
			}
			sym, ways[value] = v, way
		}
	}
	others := g.Targets[last].Guard
	if others.Op() != term.OpNot {
		return nil, nil
	}
	excluded := term.Disjuncts(others.Arg(0))
	for _, c := range excluded {
		v, value, ok := comparison(c)
		if _, known := ways[value]; !ok || v != sym || !known {
			return nil, nil
		}
	}
	if len(excluded) != len(ways) {
		return nil, nil
	}
	return sym, ways
}

// comparison is that of a variable with a constant.
func comparison(t *term.Term) (sym *term.Term, value uint64, ok bool) {
	if t.Op() != term.OpEq {
		return nil, 0, false
	}
	a, b := t.Arg(0), t.Arg(1)
	if b.Op() == term.OpVar {
		a, b = b, a
	}
	value, ok = word(b)
	return a, value, ok && a.Op() == term.OpVar
}

// readLast is the read of a map that a block gives a variable, if it is what the variable holds at its end and the
// address is there what it was.
func (b *Block) readLast(sym *term.Term) *term.Term {
	changed := map[*term.Term]bool{}
	for _, i := range slices.Backward(b.Instructions) {
		for _, v := range Defined(i) {
			changed[v.Sym] = true
		}
		if a, ok := i.(*Assign); ok && a.Dst.Sym == sym {
			delete(changed, sym)
			if a.Src.Op() == term.OpSelect && !slices.ContainsFunc(a.Src.Vars(), func(v *term.Term) bool { return v == sym || changed[v] }) {
				return a.Src
			}
			return nil
		}
		if changed[sym] {
			return nil
		}
	}
	return nil
}

// table takes an address apart into a place in an object and an index times a distance. It returns the index and the
// values of the cells for the indices from 0 on, as far as the object has such cells and all are known.
func (p *Program) table(address *term.Term, cells map[uint64]uint64) (index *term.Term, values []uint64) {
	if address.Op() != term.OpBVAdd || len(address.Args()) != 2 {
		return nil, nil
	}
	index, first := address.Arg(0), address.Arg(1)
	if index.IsConst() {
		index, first = first, index
	}
	at, ok := word(first)
	object := p.ObjectAt(at)
	if !ok || object == nil {
		return nil, nil
	}
	distance := uint64(1)
	if index.Op() == term.OpBVMul && len(index.Args()) == 2 {
		factor, other := index.Arg(0), index.Arg(1)
		if other.IsConst() {
			factor, other = other, factor
		}
		if n, ok := word(factor); ok && n > 0 {
			distance, index = n, other
		}
	}
	for ; at-object.Address < object.Size; at += distance {
		value, ok := cells[at]
		if !ok || len(values) == mostTableCells {
			return nil, nil
		}
		values = append(values, value)
	}
	return index, values
}

// fixedCells are, by the symbols of the maps that nothing writes but the start of the program, the values of the cells
// of which it is known what they are behind that, by their addresses. Large ranges have none.
func (p *Program) fixedCells(chain []*Block, start map[*Block]bool) map[*term.Term]map[uint64]uint64 {
	out := map[*term.Term]map[uint64]uint64{}
	for _, r := range p.InitialRanges {
		if out[r.Map.Sym] == nil {
			out[r.Map.Sym] = map[uint64]uint64{}
		}
		for a := r.From; a < r.To && r.Cells() <= mostTableCells; a += uint64(r.CellBytes) {
			out[r.Map.Sym][a] = r.Value
		}
	}
	for _, b := range chain { // in the order in which they run: a later value of a cell is the one that stays
		for _, i := range b.Instructions {
			for _, v := range Defined(i) {
				if cells := out[v.Sym]; cells != nil && !stores(i, v, cells) {
					delete(out, v.Sym)
				}
			}
		}
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if !start[b] {
					for _, v := range Defined(i) {
						delete(out, v.Sym)
					}
				}
			}
		}
	}
	return out
}

// stores writes a constant to a cell, if that is what an instruction does to the map.
func stores(i Instruction, v *Variable, cells map[uint64]uint64) bool {
	a, ok := i.(*Assign)
	if !ok || a.Src.Op() != term.OpStore || a.Src.Arg(0) != v.Sym {
		return false
	}
	at, isAt := word(a.Src.Arg(1))
	value, isValue := word(a.Src.Arg(2))
	if isAt && isValue {
		cells[at] = value
	}
	return isAt && isValue
}

// word is a constant of at most 64 bits.
func word(t *term.Term) (uint64, bool) {
	value, ok := t.Value()
	if !ok || value.Kind() != term.KindBV || value.Width() > 64 {
		return 0, false
	}
	return value.Big().Uint64(), true
}
