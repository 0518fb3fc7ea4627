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

// survey finds the maps whose every access is to a cell at one constant address that starts with a
// known value, and that are used in no other way. They are maps for no reason: no two names lead to
// a cell.
type survey struct {
	*valueFlow
	lone  map[*term.Term]cells // by the symbols of the maps
	reads []*term.Term         // of cells of maps
	term  func(*term.Term)     // looks at what is read
}

// lone looks for such maps.
func (x *valueFlow) lone() *survey {
	s := &survey{valueFlow: x, lone: map[*term.Term]cells{}}
	s.term = term.Walker(s.read)
	if x.program.Entry.startChain() == nil || slices.ContainsFunc(x.program.Functions, func(f *Function) bool { return slices.Contains(f.Callees(), x.program.Entry) }) {
		return s // the start of the entry is not where the run starts
	}
	for v := range x.maps {
		s.lone[v.Sym] = cells{}
	}
	s.look()
	maps.DeleteFunc(s.lone, func(_ *term.Term, c cells) bool { return len(c) == 0 })
	return s
}

// look goes over the program.
func (s *survey) look() {
	each := func(terms []*term.Term) {
		for _, t := range terms {
			s.term(t)
		}
	}
	for _, f := range s.program.Functions {
		each(f.FreeRequires)
		each(f.FreeEnsures)
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if a, ok := i.(*Assign); ok && s.maps[a.Dst] != nil {
					s.writes(a)
				} else {
					EachTerm(i, s.term)
				}
			}
			if g, ok := b.Terminator.(*Goto); ok {
				for _, target := range g.Targets {
					s.term(target.Guard)
				}
			}
		}
	}
}

// writes looks at an assignment to a map.
func (s *survey) writes(a *Assign) {
	for t := a.Src; t.Op() == term.OpStore; t = t.Arg(0) {
		s.access(a.Dst.Sym, t.Arg(1))
		for _, read := range t.Args()[1:] {
			if s.term(read); a.Src.Arg(0).Op() == term.OpStore && read.DependsOn(a.Dst.Sym) {
				delete(s.lone, a.Dst.Sym) // the writes cannot be made one by one
			}
		}
	}
}

// read looks at a term that is read, and says whether it is read for what is in it.
func (s *survey) read(t *term.Term) bool {
	switch {
	case t.Op() == term.OpSelect && t.Arg(0).IsVar():
		s.access(t.Arg(0), t.Arg(1))
		s.reads = append(s.reads, t)
		s.term(t.Arg(1))
		return false
	case t.Sort().Kind == term.KindArray && t.IsVar():
		delete(s.lone, t)
	}
	return true
}

// access looks at an access to a map.
func (s *survey) access(m, key *term.Term) {
	c := s.lone[m]
	if c == nil {
		return
	}
	keys := s.value(key)
	if keys.any || len(keys.values) != 1 || s.initially(s.program.symbols[m], keys.values[0]) == nil {
		delete(s.lone, m)
		return
	}
	if c[keys.values[0]] = nil; len(c) > maxCells {
		delete(s.lone, m)
	}
}

// cell is the variable in the place of the cell that an access to one of the maps is to.
func (s *survey) cell(m, key *term.Term) *Variable { return s.lone[m][s.value(key).values[0]] }

// replace puts variables in the place of the maps that were found. They have their first values
// where the program starts.
func (s *survey) replace() {
	p := s.program
	first := s.variables()
	values := map[*term.Term]*term.Term{}
	for _, t := range s.reads {
		if s.lone[t.Arg(0)] != nil {
			values[t] = s.cell(t.Arg(0), t.Arg(1)).Sym
		}
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			var instructions []Instruction
			for _, i := range b.Instructions {
				if a, ok := i.(*Assign); ok && s.lone[a.Dst.Sym] != nil {
					instructions = append(instructions, s.oneByOne(a)...)
				} else {
					instructions = append(instructions, i)
				}
			}
			b.Instructions = instructions
		}
	}
	p.mapAllTerms(p.Terms.NewSubstitution(values).Apply)
	start := p.Entry.Blocks[0]
	start.Instructions = append(first, start.Instructions...)
	p.InitialRanges = slices.DeleteFunc(p.InitialRanges, func(r InitialRange) bool { return s.lone[r.Map.Sym] != nil })
	p.RemoveGlobals(func(v *Variable) bool { return s.lone[v.Sym] != nil })
}

// variables makes the variables, and the assignments of what they start with.
func (s *survey) variables() []Instruction {
	p := s.program
	var first []Instruction
	for _, m := range slices.Clone(p.Globals) {
		c := s.lone[m.Sym]
		for _, address := range slices.SortedFunc(maps.Keys(c), func(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) }) {
			v := p.NewGlobal(p.freeName(p.cellName(m, address)), m.Sort.Elem)
			v.Type = m.Memory.Note
			v.Cell = addressOfCell(address)
			c[address] = v
			first = append(first, &Assign{At: At{Pos: p.Entry.Pos}, Dst: v, Src: s.initially(m, address)})
		}
	}
	return first
}

// oneByOne are the writes of an assignment to a map as assignments to variables.
func (s *survey) oneByOne(a *Assign) []Instruction {
	var out []Instruction
	for t := a.Src; t.Op() == term.OpStore; t = t.Arg(0) {
		out = append(out, &Assign{At: a.At, Dst: s.cell(a.Dst.Sym, t.Arg(1)), Src: t.Arg(2)})
	}
	slices.Reverse(out)
	return out
}

// addressOfCell is the number that a constant address is.
func addressOfCell(address *term.Term) uint64 {
	value, _ := address.Value()
	return value.Uint64()
}

// cellName names the cell of a map by the object that it is in.
func (p *Program) cellName(m *Variable, address *term.Term) string {
	at := addressOfCell(address)
	if o := p.ObjectAt(at); o != nil {
		return fmt.Sprintf("%s+%d@%s", o.Name, at-o.Address, m.Name)
	}
	return fmt.Sprintf("%#x@%s", at, m.Name)
}
