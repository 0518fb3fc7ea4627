package ir

import (
	"yogi/internal/assumption"
	"yogi/internal/source"
	"yogi/internal/term"
)

// DropUnread takes away loads of which nobody reads the value, and what is written to objects from which nothing is
// read: those that a function makes for itself, and of which it takes the address for nothing but writing to them,
// as a structure that is filled for a message. It reports whether there were any. Such accesses lead the analysis of
// memory to more places than the program needs. For the writes it takes for granted that no access is outside of the
// object that its address was computed from. It needs the normal form, and Simplify and DropUnread after it while it
// changes something.
func DropUnread(p *Program) bool {
	changed := false
	for _, f := range p.Functions {
		changed = f.removeUnread(func(i Instruction) *Variable {
			if load, ok := i.(*Load); ok && !load.Access.Volatile {
				return load.Dst
			}
			return nil
		}) || changed
	}
	return p.dropWritten() || changed
}

// dropWritten drops the writes to objects from which nothing is read.
func (p *Program) dropWritten() bool {
	made, read := map[*term.Term]bool{}, map[*term.Term]bool{}
	look := func(t *term.Term) {
		for _, v := range t.Vars() {
			read[v] = true
		}
	}
	for _, f := range p.Functions {
		for _, v := range f.Results {
			read[v.Sym] = true
		}
	}
	EachInstruction(p, func(i Instruction) {
		switch i := i.(type) {
		case *Alloc:
			made[i.Dst.Sym] = true
			look(i.Size)
		case *Free:
		case *Store, *Fill:
			if writesAt(i) == nil {
				EachTerm(i, look)
			} else if s, ok := i.(*Store); ok {
				look(s.Value)
			}
		case *Assume:
			if !i.Known {
				look(i.Cond)
			}
		default:
			EachTerm(i, look)
			for _, v := range Defined(i) {
				read[v.Sym] = true
			}
		}
	})
	EachGuard(p, look)
	changed := false
	RemoveInstructions(p, func(i Instruction) bool {
		at := writesAt(i)
		gone := at != nil && made[at] && !read[at]
		changed = changed || gone
		return gone
	})
	if changed {
		p.Assumptions.Add(assumption.AccessInside, "", source.Pos{})
	}
	return changed
}

// tells says that an instruction only notes or logs something of a run.
func tells(i Instruction) bool {
	a, ok := i.(*Assign)
	return ok && (a.Dst.Note != nil || a.Dst.Log)
}

// writesAt is the variable of which the value, or a place at a fixed distance from it, is all that an instruction
// writes to, and nothing outside observes it; else nil.
func writesAt(i Instruction) *term.Term {
	var addr *term.Term
	switch i := i.(type) {
	case *Store:
		if !i.Access.Volatile {
			addr = i.Addr
		}
	case *Fill:
		addr = i.Addr
	}
	if addr == nil {
		return nil
	}
	sym, _, _ := placeIn(addr)
	return sym
}
