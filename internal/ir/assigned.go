package ir

import "yogi/internal/term"

// assigned checks that every result and local is set on every path before it is read.
func (c *checker) assigned(f *Function) {
	in := certainlySet(f)
	for _, b := range f.Blocks {
		if in[b.Index] != nil {
			c.assignedIn(b, in[b.Index])
		}
	}
}

// SetVariables knows which results and locals of a function are set on every path.
type SetVariables struct{ in []bits }

// FindSetVariables needs the program's numbers.
func FindSetVariables(f *Function) *SetVariables { return &SetVariables{certainlySet(f)} }

// AtStart says that v is set on every path to the start of a block.
func (s *SetVariables) AtStart(b *Block, v *Variable) bool {
	return v.Kind == Global || s.in[b.Index] == nil || s.in[b.Index].has(v.Index)
}

// AtEnd says that v is set on every path to the end of a block.
func (s *SetVariables) AtEnd(b *Block, v *Variable) bool {
	if v.Kind == Global || s.in[b.Index] == nil {
		return true
	}
	set := s.in[b.Index].clone()
	for _, i := range b.Instructions {
		markSet(set, i)
	}
	return set.has(v.Index)
}

// certainlySet is a forward analysis whose fact is the set of variables that are certainly set, at
// the start of each block; nil for one that no path reaches.
func certainlySet(f *Function) []bits {
	width := len(f.Variables())
	entry := newBits(width)
	for i := range f.Params {
		entry.add(i)
	}
	in := make([]bits, len(f.Blocks))
	in[0] = entry
	work := []*Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		out := in[b.Index].clone()
		for _, i := range b.Instructions {
			markSet(out, i)
		}
		for _, s := range b.Successors() {
			if in[s.Index] == nil {
				in[s.Index] = out.clone()
				work = append(work, s)
			} else if in[s.Index].intersect(out) {
				work = append(work, s)
			}
		}
	}
	return in
}

func markSet(set bits, i Instruction) {
	for _, v := range Defined(i) {
		if v.Kind != Global {
			set.add(v.Index)
		}
	}
}

// assignedIn reports the reads of b, started with the variables in set.
func (c *checker) assignedIn(b *Block, set bits) {
	f := b.Function
	c.where, c.block = "function "+f.Name, b
	read := func(t *term.Term) {
		for _, sym := range t.Vars() {
			v := c.program.VariableOf(sym)
			if v.Kind != Global && !set.has(v.Index) {
				c.fail("%s is read before it is set", v.Name)
				set.add(v.Index)
			}
		}
	}
	for _, i := range b.Instructions {
		EachTerm(i, read)
		markSet(set, i)
	}
	switch t := b.Terminator.(type) {
	case *Goto:
		for _, target := range t.Targets {
			read(target.Guard)
		}
	case *Return:
		for _, r := range f.Results {
			read(r.Sym)
		}
	}
}

// bits is a set of small numbers.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+64)/64) }

// fullBits has all of the numbers below n.
func fullBits(n int) bits {
	out := newBits(n)
	for i := range out {
		out[i] = ^uint64(0)
	}
	return out
}

func (s bits) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bits) remove(i int)   { s[i/64] &^= 1 << (i % 64) }
func (s bits) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s bits) clone() bits { return append(bits(nil), s...) }

// intersect keeps what is also in t and reports whether that took anything away.
func (s bits) intersect(t bits) bool {
	changed := false
	for i := range s {
		if kept := s[i] & t[i]; kept != s[i] {
			s[i], changed = kept, true
		}
	}
	return changed
}

// union adds what is in t and reports whether that added anything.
func (s bits) union(t bits) bool {
	changed := false
	for i := range s {
		if all := s[i] | t[i]; all != s[i] {
			s[i], changed = all, true
		}
	}
	return changed
}
