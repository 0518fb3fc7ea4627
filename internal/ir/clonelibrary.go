package ir

import (
	"strings"

	"yogi/internal/source"
	"yogi/internal/term"
)

// CloneLibrary gives each call of a function of the library, from a function that is none, a copy of it and of the
// functions of the library that it calls, and makes the place of an error in it that of the call. What goes wrong in
// a function of the library is known apart by its callers then: its own errors have no place in the program. A function
// that takes inputs, makes objects, calls itself or calls back stays one: what goes wrong in it, it returns, and the
// error is its caller's. Runs stay the same.
func CloneLibrary(p *Program) {
	if p.Entry == nil {
		return
	}
	c := &libraryCloner{program: p, copies: map[string]int{}, fits: map[*Function]bool{}}
	before := called(p.Entry)
	for _, f := range append([]*Function(nil), p.Functions...) {
		if f.isOfLibrary() {
			continue
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if call, ok := i.(*Call); ok && call.Callee.isOfLibrary() && c.isCopied(call.Callee) {
					call.Callee = c.clone(call.Callee, call.Pos)
				}
			}
		}
	}
	now := called(p.Entry)
	p.drop(func(f *Function) bool { return before[f] && !now[f] })
	p.returnLibraryErrors()
}

// isOfLibrary says that f is made by a model of the library: its text is not the program's.
func (f *Function) isOfLibrary() bool {
	return strings.HasPrefix(f.Pos.File, "<") && !strings.HasPrefix(f.Name, "@")
}

type libraryCloner struct {
	program *Program
	copies  map[string]int
	fits    map[*Function]bool
}

// isCopied says that a function of the library can be copied, with all that it calls.
func (c *libraryCloner) isCopied(f *Function) bool {
	if fits, known := c.fits[f]; known {
		return fits
	}
	c.fits[f] = false // where it calls itself
	for _, b := range f.Blocks {
		if g, ok := b.Terminator.(*Goto); ok && g.Choice != nil {
			return false
		}
		for _, i := range b.Instructions {
			switch i := i.(type) {
			case *Havoc, *Alloc, *Clobber:
				return false
			case *Call:
				if !i.Callee.isOfLibrary() || !c.isCopied(i.Callee) {
					return false
				}
			}
		}
	}
	c.fits[f] = len(f.Blocks) > 0
	return c.fits[f]
}

// clone makes a copy of f for a call at a place.
func (c *libraryCloner) clone(f *Function, at source.Pos) *Function {
	name := f.SourceName()
	c.copies[name]++
	made := f.copyAs(name+copyMark+"at"+itoa(c.copies[name]), nil)
	for _, b := range made.Blocks {
		switch t := b.Terminator.(type) {
		case *Error:
			b.Terminator = &Error{At: At{at}, What: t.What, Property: t.Property}
		case *Unsupported:
			d := *t.Diagnostic
			d.Pos = at
			b.Terminator = &Unsupported{At: At{at}, Diagnostic: &d}
		}
		for _, i := range b.Instructions {
			if call, ok := i.(*Call); ok {
				call.Callee = c.clone(call.Callee, at)
			}
		}
	}
	return made
}

// copyAs is a copy of f under a name of its own, which calls what f calls.
func (f *Function) copyAs(name string, constants map[*Variable]*term.Term) *Function {
	p := f.Program
	made := p.NewFunction(name, f.Pos)
	copies := map[*Variable]*Variable{}
	for _, v := range f.Params {
		copies[v] = made.NewParameter(v.Source, v.Sort)
	}
	for _, v := range f.Results {
		copies[v] = made.NewResult(v.Source, v.Sort)
	}
	for _, v := range f.Locals {
		copies[v] = made.NewLocal(v.Source, v.Sort)
	}
	symbols := map[*term.Term]*term.Term{}
	for v, copied := range copies {
		symbols[v.Sym] = copied.Sym
		describe(copied, v)
	}
	for v, value := range constants {
		symbols[v.Sym] = value
	}
	copier := &cloner{terms: p.Terms, variables: copies, substitution: p.Terms.NewSubstitution(symbols), blocks: map[*Block]*Block{}}
	for _, b := range f.Blocks {
		copier.blocks[b] = made.NewBlock(b.Label, b.Pos)
	}
	for _, b := range f.Blocks {
		if _, ok := b.Terminator.(*Return); ok {
			for _, i := range b.Instructions {
				copier.blocks[b].Emit(copier.instruction(i))
			}
			copier.blocks[b].Terminator = b.Terminator
			continue
		}
		copier.block(b, copier.blocks[b], nil, nil)
	}
	return made
}
