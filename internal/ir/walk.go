package ir

import (
	"slices"

	"yogi/internal/term"
)

// EachInstruction calls visit for every instruction of the program.
func EachInstruction(p *Program, visit func(Instruction)) {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				visit(i)
			}
		}
	}
}

// EachGuard calls visit for every condition under which a branch of the program is taken.
func EachGuard(p *Program, visit func(*term.Term)) {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if g, ok := b.Terminator.(*Goto); ok {
				for _, target := range g.Targets {
					visit(target.Guard)
				}
			}
		}
	}
}

// RemoveInstructions takes the instructions that gone chooses out of the program.
func RemoveInstructions(p *Program, gone func(Instruction) bool) {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			b.Instructions = slices.DeleteFunc(slices.Clone(b.Instructions), gone)
		}
	}
}

// EachTerm calls visit for every term that the instruction reads.
func EachTerm(i Instruction, visit func(*term.Term)) {
	switch i := i.(type) {
	case *Assign:
		visit(i.Src)
	case *Assume:
		visit(i.Cond)
	case *Call:
		for _, a := range i.Args {
			visit(a)
		}
	case *Load:
		visit(i.Addr)
		i.Access.eachTerm(visit)
	case *Store:
		visit(i.Addr)
		visit(i.Value)
		i.Access.eachTerm(visit)
	case *Copy:
		visit(i.To)
		visit(i.From)
	case *Fill:
		visit(i.Addr)
	case *Alloc:
		visit(i.Size)
	case *Free:
		visit(i.Addr)
	}
}

// mapTerms replaces every term that the instruction reads by what change makes of it. Instructions are
// changed in place.
func mapTerms(i Instruction, change func(*term.Term) *term.Term) {
	switch i := i.(type) {
	case *Assign:
		i.Src = change(i.Src)
	case *Assume:
		i.Cond = change(i.Cond)
	case *Call:
		for n := range i.Args {
			i.Args[n] = change(i.Args[n])
		}
	case *Load:
		i.Addr = change(i.Addr)
		i.Access.mapTerms(change)
	case *Store:
		i.Addr = change(i.Addr)
		i.Value = change(i.Value)
		i.Access.mapTerms(change)
	case *Copy:
		i.To = change(i.To)
		i.From = change(i.From)
	case *Fill:
		i.Addr = change(i.Addr)
	case *Alloc:
		i.Size = change(i.Size)
	case *Free:
		i.Addr = change(i.Addr)
	}
}

// mapTerms replaces every term that the function's instructions and branches read.
func (f *Function) mapTerms(change func(*term.Term) *term.Term) {
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			mapTerms(i, change)
		}
		if g, ok := b.Terminator.(*Goto); ok {
			for n := range g.Targets {
				g.Targets[n].Guard = change(g.Targets[n].Guard)
			}
		}
	}
}

// Changes lists the variables that the call may change: what its callee modifies, and those of its
// results that are kept.
func (c *Call) Changes() []*Variable {
	out := slices.Clone(c.Callee.Modifies)
	for _, v := range c.Results {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// Defined returns the variables that the instruction sets, apart from memory.
func Defined(i Instruction) (out []*Variable) {
	eachDefined(i, func(v *Variable) { out = append(out, v) })
	return out
}

// eachDefined calls visit for what Defined lists.
func eachDefined(i Instruction, visit func(*Variable)) {
	switch i := i.(type) {
	case *Assign:
		visit(i.Dst)
	case *Havoc:
		visit(i.Dst)
	case *Load:
		visit(i.Dst)
	case *Alloc:
		visit(i.Dst)
	case *Call:
		for _, r := range i.Results {
			if r != nil {
				visit(r)
			}
		}
	}
}

// EachProgramTerm calls visit for every term of the program.
func EachProgramTerm(p *Program, visit func(*term.Term)) {
	each := func(terms []*term.Term) {
		for _, t := range terms {
			visit(t)
		}
	}
	each(p.Axioms)
	each(p.Initial)
	for _, f := range p.Functions {
		each(f.FreeRequires)
		each(f.FreeEnsures)
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				EachTerm(i, visit)
			}
			if g, ok := b.Terminator.(*Goto); ok {
				for _, t := range g.Targets {
					visit(t.Guard)
				}
			}
		}
	}
}

// uninterpretedFunctions lists the functions that the program's terms apply, each once.
func uninterpretedFunctions(p *Program) []*term.Func {
	known := map[*term.Func]bool{}
	var out []*term.Func
	var walk func(t *term.Term)
	walk = term.Walker(func(t *term.Term) bool {
		if f := t.Func(); t.Op() == term.OpApply && !known[f] {
			known[f] = true
			out = append(out, f)
		}
		for _, trigger := range t.Triggers() {
			for _, a := range trigger {
				walk(a)
			}
		}
		return true
	})
	EachProgramTerm(p, walk)
	return out
}

func (a *Access) eachTerm(visit func(*term.Term)) {
	if a.Array != nil {
		visit(a.Array.Base)
	}
}

// mapTerms makes a new ArrayBytes: instructions that were copied share the old one.
func (a *Access) mapTerms(change func(*term.Term) *term.Term) {
	if a.Array != nil {
		a.Array = &ArrayBytes{change(a.Array.Base), a.Array.Size, a.Array.Checked}
	}
}
