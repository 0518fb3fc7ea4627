package ir

import (
	"strings"

	"yogi/internal/term"
)

// CloneLeaves gives each call of a small function without branches a copy of the function of its
// own, as do its calls in turn, so that an analysis which does not tell calls apart sees what each
// is given: two locks in one object, say, that an acquire function gets the addresses of. A
// function that takes inputs or makes objects stays one. It needs the normal form; runs stay the
// same.
func CloneLeaves(p *Program, maxInstructions int) {
	if p.Entry == nil {
		return
	}
	c := &leafCloner{program: p, limit: maxInstructions, sizes: map[*Function]int{}, called: map[*Function]bool{}, copies: map[string]int{}}
	for work := []*Function{p.Entry}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range f.Blocks {
			call := b.Call()
			if call == nil {
				continue
			}
			again := c.called[call.Callee]
			if again && c.sizeOf(call.Callee) <= c.limit {
				call.Callee = c.clone(call.Callee)
				again = false
			}
			if !again {
				c.called[call.Callee] = true
				work = append(work, call.Callee)
			}
		}
	}
}

// SourceName is the name of the function that f is, or is a copy of.
func (f *Function) SourceName() string {
	name, _, _ := strings.Cut(f.Name, copyMark)
	return name
}

// copyMark stands between the name of a function and the number of its copy; no name in C has it.
const copyMark = "#"

type leafCloner struct {
	program *Program
	limit   int
	sizes   map[*Function]int
	called  map[*Function]bool
	copies  map[string]int
}

// sizeOf is the number of instructions of a function that may be copied, with those of its callees, and more than the
// limit for any other.
func (c *leafCloner) sizeOf(f *Function) int {
	if size, known := c.sizes[f]; known {
		return size
	}
	tooLarge := c.limit + 1
	c.sizes[f] = tooLarge // where it calls itself
	size := 0
	for _, b := range f.Blocks {
		switch t := b.Terminator.(type) {
		case *Return:
		case *Goto:
			if len(t.Targets) != 1 || !t.Targets[0].Guard.IsTrue() {
				return tooLarge
			}
		default:
			return tooLarge
		}
		for _, i := range b.Instructions {
			size++
			switch i := i.(type) {
			case *Havoc, *Alloc, *Clobber:
				return tooLarge
			case *Call:
				size += c.sizeOf(i.Callee)
			}
			if size > c.limit {
				return tooLarge
			}
		}
	}
	if len(f.Blocks) == 0 {
		return tooLarge
	}
	c.sizes[f] = size
	return size
}

// clone makes a copy of f, which calls what f calls.
func (c *leafCloner) clone(f *Function) *Function {
	p, name := c.program, f.SourceName()
	c.copies[name]++
	made := p.NewFunction(name+copyMark+itoa(c.copies[name]+1), f.Pos)
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
		copied.Source, copied.Type, copied.Signed, copied.Pos = v.Source, v.Type, v.Signed, v.Pos
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
	c.sizes[made] = c.sizes[f]
	return made
}
