package ir

import (
	"maps"
	"slices"
)

// Copy is a program like p with functions, blocks, instructions and variables of its own, so that a
// change of one is none of the other. Both are over the same terms and take the same inputs: a test
// of one is a test of the other.
func (p *Program) Copy() *Program { return p.copied(map[*Variable]*Variable{}) }

// CopyBlocks is Copy over the variables of p: a change of control flow in one is none in the other.
func (p *Program) CopyBlocks() *Program { return p.copied(nil) }

// Counterpart is the block of a copy of b's program that stands for b, as long as neither has got
// or lost a block before it.
func (b *Block) Counterpart(p *Program) *Block {
	return p.Functions[slices.Index(b.Function.Program.Functions, b.Function)].Blocks[slices.Index(b.Function.Blocks, b)]
}

// copied is a copy with variables of its own, which go to the map; nil: with the same.
func (p *Program) copied(variables map[*Variable]*Variable) *Program {
	out := *p
	c := &programCopier{to: &out, variables: variables, functions: map[*Function]*Function{}, blocks: map[*Block]*Block{}}
	for _, f := range p.Functions {
		c.functions[f] = &Function{}
		for _, b := range f.Blocks {
			c.blocks[b] = &Block{}
		}
	}
	out.Globals = c.list(p.Globals)
	out.Functions = nil
	for _, f := range p.Functions {
		c.function(f)
		out.Functions = append(out.Functions, c.functions[f])
	}
	out.Entry = c.functions[p.Entry]
	out.AllocCounter, out.Places, out.Owners, out.NullFound = c.variable(p.AllocCounter), c.variable(p.Places), c.variable(p.Owners), c.variable(p.NullFound)
	out.Axioms, out.UncheckedAxioms, out.UnusedAxioms = slices.Clone(p.Axioms), slices.Clone(p.UncheckedAxioms), slices.Clone(p.UnusedAxioms)
	out.Initial, out.InitialRanges = slices.Clone(p.Initial), slices.Clone(p.InitialRanges)
	for i := range out.InitialRanges {
		out.InitialRanges[i].Map = c.variable(out.InitialRanges[i].Map)
	}
	out.Objects = nil
	for _, o := range p.Objects {
		o = clone(o)
		o.Function, o.Symbol = c.functions[o.Function], c.variable(o.Symbol)
		out.Objects = append(out.Objects, o)
	}
	out.Guesses = slices.Clone(p.Guesses)
	for i, g := range p.Guesses {
		out.Guesses[i].Constant, out.Guesses[i].Block = c.variable(g.Constant), c.blocks[g.Block]
		if out.Guesses[i].Block == nil { // a guess stays with a block that is gone
			out.Guesses[i].Block = g.Block
		}
	}
	out.Elements = p.Elements.copied(c)
	out.Assumptions = slices.Clone(p.Assumptions)
	out.Undefined = nil
	for _, u := range p.Undefined {
		out.Undefined = append(out.Undefined, clone(u))
	}
	out.symbols, out.names, out.numbered = maps.Clone(p.symbols), maps.Clone(p.names), maps.Clone(p.numbered)
	for sym, v := range out.symbols {
		out.symbols[sym] = c.variable(v)
	}
	return &out
}

// programCopier knows what stands for what in the copy.
type programCopier struct {
	to        *Program
	variables map[*Variable]*Variable // nil: each for itself
	functions map[*Function]*Function
	blocks    map[*Block]*Block
}

func (c *programCopier) variable(v *Variable) *Variable {
	if v == nil || c.variables == nil {
		return v
	}
	copied := c.variables[v]
	if copied == nil {
		copied = clone(v)
		c.variables[v] = copied
	}
	return copied
}

func (c *programCopier) list(variables []*Variable) []*Variable {
	out := slices.Clone(variables)
	for i, v := range out {
		out[i] = c.variable(v)
	}
	return out
}

func (c *programCopier) function(f *Function) {
	to := c.functions[f]
	*to = *f
	to.Program = c.to
	to.Params, to.Results, to.Locals, to.Modifies = c.list(f.Params), c.list(f.Results), c.list(f.Locals), c.list(f.Modifies)
	to.FreeEnsures, to.FreeRequires = slices.Clone(f.FreeEnsures), slices.Clone(f.FreeRequires)
	if f.Old != nil {
		to.Old = maps.Clone(f.Old)
		clear(to.Old)
		for v, sym := range f.Old {
			to.Old[c.variable(v)] = sym
		}
	}
	to.Blocks = slices.Clone(f.Blocks)
	for i, b := range f.Blocks {
		to.Blocks[i] = c.blocks[b]
		*to.Blocks[i] = *b
		to.Blocks[i].Function = to
		to.Blocks[i].Terminator = c.terminator(b.Terminator)
		to.Blocks[i].Instructions = slices.Clone(b.Instructions)
		for n, instruction := range b.Instructions {
			to.Blocks[i].Instructions[n] = c.instruction(instruction)
		}
	}
}

func (c *programCopier) instruction(i Instruction) Instruction {
	i = CopyOf(i)
	switch i := i.(type) {
	case *Assign:
		i.Dst = c.variable(i.Dst)
	case *Havoc:
		i.Dst = c.variable(i.Dst)
	case *Call:
		i.Callee, i.Results = c.functions[i.Callee], c.list(i.Results)
	case *Load:
		i.Dst = c.variable(i.Dst)
	case *Alloc:
		i.Dst = c.variable(i.Dst)
	}
	return i
}

func (c *programCopier) terminator(t Terminator) Terminator {
	switch t := t.(type) {
	case *Goto:
		t = clone(t)
		t.Targets = slices.Clone(t.Targets)
		for i := range t.Targets {
			t.Targets[i].Block = c.blocks[t.Targets[i].Block]
		}
		return t
	case *Return:
		return clone(t)
	case *Error:
		return clone(t)
	case *Halt:
		return clone(t)
	case *Unsupported:
		return clone(t)
	}
	return t
}
