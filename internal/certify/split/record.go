package split

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Record is a program as it was when its memory instructions were there. It shares variables and blocks
// with the program, whose instructions a pass may change.
type Record struct {
	functions []recordedFunction
	objects   []recordedObject
	globals   []*ir.Variable
	axioms    []*term.Term
	initial   []*term.Term
	ranges    []ir.InitialRange
	entry     *ir.Function
	counter   *ir.Variable
	firstFree uint64
	locals    map[*ir.Variable]bool
}

type recordedFunction struct {
	function *ir.Function
	blocks   []recordedBlock
}

type recordedBlock struct {
	block        *ir.Block
	instructions []recordedInstruction
	terminator   recordedTerminator
}

// recordedInstruction is an instruction and a copy of what it was.
type recordedInstruction struct{ original, copied ir.Instruction }

// recordedTerminator is a terminator and, of a Goto, its targets and the input that chooses.
type recordedTerminator struct {
	original ir.Terminator
	targets  []ir.Target
	choice   *ir.Input
}

type recordedObject struct {
	object *ir.Object
	symbol *ir.Variable
}

// Take records p.
func Take(p *ir.Program) *Record {
	r := &Record{
		entry: p.Entry, counter: p.AllocCounter, firstFree: p.FirstFree, locals: map[*ir.Variable]bool{},
		globals: append([]*ir.Variable(nil), p.Globals...),
		axioms:  append([]*term.Term(nil), p.Axioms...), initial: append([]*term.Term(nil), p.Initial...),
		ranges: append([]ir.InitialRange(nil), p.InitialRanges...),
	}
	for _, o := range p.Objects {
		r.objects = append(r.objects, recordedObject{o, o.Symbol})
	}
	for _, f := range p.Functions {
		recorded := recordedFunction{function: f}
		for _, v := range f.Variables() {
			r.locals[v] = true
		}
		for _, b := range f.Blocks {
			recorded.blocks = append(recorded.blocks, takeBlock(b))
		}
		r.functions = append(r.functions, recorded)
	}
	return r
}

func takeBlock(b *ir.Block) recordedBlock {
	out := recordedBlock{block: b, terminator: recordedTerminator{original: b.Terminator}}
	for _, i := range b.Instructions {
		out.instructions = append(out.instructions, recordedInstruction{i, ir.CopyOf(i)})
	}
	if g, ok := b.Terminator.(*ir.Goto); ok {
		out.terminator.targets, out.terminator.choice = append([]ir.Target(nil), g.Targets...), g.Choice
	}
	return out
}
