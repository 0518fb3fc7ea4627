package ir

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"yogi/internal/term"
)

// maxCells is how many cells of a map become variables.
const maxCells = 16

// cells are the cells of a map by their addresses, and the variables in their places.
type cells map[*term.Term]*Variable

// lone are the maps, by their symbols, whose every access is to a cell at one constant address that starts with a known value, and that are
// used in no other way. They are maps for no reason: no two names lead to a cell.
func (x *valueFlow) lone() map[*term.Term]cells {
	p := x.program
	if p.Entry.startChain() == nil || slices.ContainsFunc(p.Functions, func(f *Function) bool { return slices.Contains(f.Callees(), p.Entry) }) {
		return nil // the start of the entry is not where the run starts
	}
	out := map[*term.Term]cells{}
	for v := range x.maps {
		out[v.Sym] = cells{}
	}
	access := func(m, key *term.Term) {
		keys := x.value(key)
		if out[m] == nil {
			return
		}
		if keys.any || len(keys.values) != 1 || x.initially(p.symbols[m], keys.values[0]) == nil {
			delete(out, m)
			return
		}
		if out[m][keys.values[0]] = nil; len(out[m]) > maxCells {
			delete(out, m)
		}
	}
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch {
		case t.Op() == term.OpSelect && t.Arg(0).IsVar():
			access(t.Arg(0), t.Arg(1))
			visit(t.Arg(1))
		case t.Sort().Kind == term.KindArray && t.IsVar():
			delete(out, t)
		default:
			for _, a := range t.Args() {
				visit(a)
			}
		}
	}
	write := func(a *Assign) {
		for t := a.Src; t.Op() == term.OpStore; t = t.Arg(0) {
			access(a.Dst.Sym, t.Arg(1))
			for _, t := range t.Args()[1:] {
				if visit(t); a.Src.Arg(0).Op() == term.OpStore && t.DependsOn(a.Dst.Sym) {
					delete(out, a.Dst.Sym) // the writes cannot be made one by one
				}
			}
		}
	}
	for _, t := range p.Axioms {
		visit(t)
	}
	for _, f := range p.Functions {
		for _, t := range slices.Concat(f.FreeRequires, f.FreeEnsures) {
			visit(t)
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if a, ok := i.(*Assign); ok && x.maps[a.Dst] != nil {
					write(a)
				} else {
					EachTerm(i, visit)
				}
			}
			if g, ok := b.Terminator.(*Goto); ok {
				for _, target := range g.Targets {
					visit(target.Guard)
				}
			}
		}
	}
	for m, c := range out {
		if len(c) == 0 {
			delete(out, m)
		}
	}
	return out
}

// replaceCells puts variables in the place of maps. They have their first values where the program starts.
func (x *valueFlow) replaceCells(lone map[*term.Term]cells) {
	p := x.program
	var first []Instruction
	for _, m := range slices.Clone(p.Globals) {
		c := lone[m.Sym]
		for _, address := range slices.SortedFunc(maps.Keys(c), func(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) }) {
			v := p.NewGlobal(p.freeName(p.cellName(m, address)), m.Sort.Elem)
			v.Type = m.Memory.Note
			c[address] = v
			first = append(first, &Assign{At: At{Pos: p.Entry.Pos}, Dst: v, Src: x.initially(m, address)})
		}
	}
	at := func(m, key *term.Term) *Variable { return lone[m][x.value(key).values[0]] }
	done := map[*term.Term]*term.Term{}
	var change func(t *term.Term) *term.Term
	change = func(t *term.Term) *term.Term {
		after := done[t]
		if after != nil {
			return after
		}
		if t.Op() == term.OpSelect && lone[t.Arg(0)] != nil {
			after = at(t.Arg(0), t.Arg(1)).Sym
		} else {
			after = t
			changed := make([]*term.Term, len(t.Args()))
			for n, a := range t.Args() {
				changed[n] = change(a)
			}
			if !slices.Equal(changed, t.Args()) {
				after = p.Terms.Rebuild(t, changed...)
			}
		}
		done[t] = after
		return after
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			var instructions []Instruction
			for _, i := range b.Instructions {
				a, ok := i.(*Assign)
				if !ok || lone[a.Dst.Sym] == nil {
					instructions = append(instructions, i)
					continue
				}
				var writes []Instruction
				for t := a.Src; t.Op() == term.OpStore; t = t.Arg(0) {
					writes = append(writes, &Assign{At: a.At, Dst: at(a.Dst.Sym, t.Arg(1)), Src: t.Arg(2)})
				}
				slices.Reverse(writes)
				instructions = append(instructions, writes...)
			}
			b.Instructions = instructions
		}
		f.mapTerms(change)
	}
	start := p.Entry.Blocks[0]
	start.Instructions = append(first, start.Instructions...)
	p.InitialRanges = slices.DeleteFunc(p.InitialRanges, func(r InitialRange) bool { return lone[r.Map.Sym] != nil })
	p.RemoveGlobals(func(v *Variable) bool { return lone[v.Sym] != nil })
}

// cellName names the cell of a map by the object that it is in.
func (p *Program) cellName(m *Variable, address *term.Term) string {
	value, _ := address.Value()
	for _, o := range p.Objects {
		if offset := value.Uint64() - o.Address; offset < o.Size {
			return fmt.Sprintf("%s+%d@%s", o.Name, offset, m.Name)
		}
	}
	return fmt.Sprintf("%#x@%s", value.Uint64(), m.Name)
}
