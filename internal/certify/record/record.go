// Package record keeps what a program is before a pass changes it, for those who check what the pass did.
package record

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Program is a program as it was. It shares functions, variables and blocks with the program, whose instructions
// and terminators a pass may change.
type Program struct {
	Entry     *ir.Function
	Globals   []*ir.Variable
	Axioms    []*term.Term
	Initial   []*term.Term
	Ranges    []ir.InitialRange
	Counter   *ir.Variable
	FirstFree uint64
	Objects   []Object
	Functions []Function
}

// Object is an object with the symbol that it had for its address.
type Object struct {
	Object *ir.Object
	Symbol *ir.Variable
}

// Function is a function with the variables and blocks that it had.
type Function struct {
	Function  *ir.Function
	Variables []*ir.Variable
	Blocks    []Block
}

// Block is a block with what it did.
type Block struct {
	Block        *ir.Block
	Instructions []Instruction
	Terminator   Terminator
}

// Instruction is an instruction and a copy of what it was.
type Instruction struct{ Original, Copied ir.Instruction }

// Same reports whether the instruction does what it did. Those that access memory do not count: where
// it is asked there are none.
func (i Instruction) Same() bool {
	switch now := i.Original.(type) {
	case *ir.Assign:
		c, ok := i.Copied.(*ir.Assign)
		return ok && c.Dst == now.Dst && c.Src == now.Src
	case *ir.Assume:
		c, ok := i.Copied.(*ir.Assume)
		return ok && c.Cond == now.Cond
	case *ir.Havoc:
		c, ok := i.Copied.(*ir.Havoc)
		return ok && c.Dst == now.Dst && c.Input == now.Input
	case *ir.Call:
		c, ok := i.Copied.(*ir.Call)
		return ok && c.Callee == now.Callee && slices.Equal(c.Args, now.Args) && slices.Equal(c.Results, now.Results)
	}
	return false
}

// Terminator is a terminator and, of a Goto, the targets and the input that chooses that it had.
type Terminator struct {
	Original ir.Terminator
	Targets  []ir.Target
	Choice   *ir.Input
}

// Of records p.
func Of(p *ir.Program) *Program {
	r := &Program{
		Entry: p.Entry, Globals: slices.Clone(p.Globals), Axioms: slices.Clone(p.Axioms), Initial: slices.Clone(p.Initial),
		Ranges: slices.Clone(p.InitialRanges), Counter: p.AllocCounter, FirstFree: p.FirstFree,
	}
	for _, o := range p.Objects {
		r.Objects = append(r.Objects, Object{o, o.Symbol})
	}
	for _, f := range p.Functions {
		recorded := Function{Function: f, Variables: slices.Clone(f.Variables())}
		for _, b := range f.Blocks {
			recorded.Blocks = append(recorded.Blocks, blockOf(b))
		}
		r.Functions = append(r.Functions, recorded)
	}
	return r
}

func blockOf(b *ir.Block) Block {
	out := Block{Block: b, Terminator: Terminator{Original: b.Terminator}}
	for _, i := range b.Instructions {
		out.Instructions = append(out.Instructions, Instruction{i, ir.CopyOf(i)})
	}
	if g, ok := b.Terminator.(*ir.Goto); ok {
		out.Terminator.Targets, out.Terminator.Choice = slices.Clone(g.Targets), g.Choice
	}
	return out
}
