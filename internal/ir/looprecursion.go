package ir

import (
	"slices"

	"yogi/internal/term"
)

// LoopsToRecursion makes every loop a function that calls itself: its parameters are the variables that the loop
// reads, its results those that it changes and that are read after it, and which way out was taken. What is
// proved of loops can then be held against what is proved of recursion. Loops entered at more than one block stay.
// It needs normalized functions after the memory pass; Normalize, Simplify and ComputeModifies are to follow.
func LoopsToRecursion(p *Program) {
	for i := 0; i < len(p.Functions); i++ { // also those that are made on the way
		f := p.Functions[i]
		for n := 1; ; n++ {
			l := outermostLoop(f)
			if l == nil {
				break
			}
			l.extract(f.Name + ".loop" + itoa(n))
		}
	}
	p.Number()
}

// loop is a natural loop of a function.
type loop struct {
	function *Function
	head     *Block
	blocks   []*Block // in order of their indices
	in       map[*Block]bool
}

// outermostLoop finds the largest loop that is entered at one block only; nil: there is none.
func outermostLoop(f *Function) *loop {
	var largest *NaturalLoop
	for _, l := range f.NaturalLoops() {
		if largest == nil || len(l.In) > len(largest.In) {
			largest = l
		}
	}
	if largest == nil {
		return nil
	}
	out := &loop{function: f, head: largest.Head, in: largest.In}
	for _, b := range f.Blocks {
		if out.in[b] {
			out.blocks = append(out.blocks, b)
		}
	}
	return out
}

// extraction moves a loop into a function.
type extraction struct {
	*loop
	made    *Function
	clone   *cloner
	exits   []*Block // where the loop's ways out lead
	passed  []*Variable
	changed []*Variable             // local to the loop's function, assigned in the loop and read after it
	results map[*Variable]*Variable // of the new function, by those
	ways    []*Variable             // results that say which way out was taken; the first has none
	live    []map[*term.Term]bool   // in the loop's function
	entered map[*Variable]*Variable // parameters of the new function, by what is passed
}

// extract puts a call of a new function in the loop's place.
func (l *loop) extract(name string) {
	p := l.function.Program
	x := &extraction{loop: l, made: p.NewFunction(name, l.head.Pos), results: map[*Variable]*Variable{}, entered: map[*Variable]*Variable{}, live: l.function.Liveness()}
	x.chooseVariables()
	x.move()
	x.replace()
}

// chooseVariables gives the new function its variables.
func (x *extraction) chooseVariables() {
	assigned := map[*Variable]bool{}
	mentioned := map[*term.Term]bool{}
	mention := func(t *term.Term) {
		for _, sym := range t.Vars() {
			mentioned[sym] = true
		}
	}
	after := map[*term.Term]bool{}
	for _, b := range x.blocks {
		for _, i := range b.Instructions {
			EachTerm(i, mention)
			for _, v := range Defined(i) {
				assigned[v] = true
			}
		}
		if g, ok := b.Terminator.(*Goto); ok {
			for _, t := range g.Targets {
				mention(t.Guard)
				if x.in[t.Block] {
					continue
				}
				for sym := range x.live[t.Block.Index] {
					after[sym] = true
				}
				if !slices.Contains(x.exits, t.Block) {
					x.exits = append(x.exits, t.Block)
				}
			}
		}
	}
	variables, symbols := map[*Variable]*Variable{}, map[*term.Term]*term.Term{}
	for _, v := range x.function.Variables() {
		var copied *Variable
		switch {
		case x.live[x.head.Index][v.Sym] && (mentioned[v.Sym] || assigned[v]):
			copied = x.made.NewParameter(v.Source, v.Sort)
			x.passed = append(x.passed, v)
			x.entered[v] = copied
		case mentioned[v.Sym] || assigned[v]:
			copied = x.made.NewLocal(v.Source, v.Sort)
		default:
			continue
		}
		describe(copied, v)
		variables[v], symbols[v.Sym] = copied, copied.Sym
		if assigned[v] && after[v.Sym] {
			result := x.made.NewResult(v.Source, v.Sort)
			describe(result, v)
			x.changed = append(x.changed, v)
			x.results[v] = result
		}
	}
	for i := range x.exits {
		if i > 0 {
			x.ways = append(x.ways, x.made.NewResult("way"+itoa(i), x.function.Program.Terms.Bool()))
		}
	}
	terms := x.function.Program.Terms
	x.clone = &cloner{terms: terms, variables: variables, substitution: terms.NewSubstitution(symbols), blocks: map[*Block]*Block{}}
}

// describe says of a copy of a variable what reports tell of it.
func describe(copied, v *Variable) {
	copied.Source, copied.Type, copied.Signed, copied.Pos, copied.Note = v.Source, v.Type, v.Signed, v.Pos, v.Note
}

// move makes the body of the new function: the loop, with a call of itself for the way back to the head.
func (x *extraction) move() {
	x.clone.blocks[x.head] = x.made.NewBlock(x.head.Label, x.head.Pos)
	for _, b := range x.blocks {
		if b != x.head {
			x.clone.blocks[b] = x.made.NewBlock(b.Label, b.Pos)
		}
	}
	again := x.made.NewBlock("again", x.head.Pos)
	call := &Call{At: At{x.head.Pos}, Callee: x.made, Results: x.made.Results}
	for _, v := range x.passed {
		call.Args = append(call.Args, x.entered[v].Sym)
	}
	again.Emit(call)
	again.Terminator = &Return{At{x.head.Pos}}
	targets := map[*Block]*Block{x.head: again}
	for _, b := range x.blocks {
		if b != x.head {
			targets[b] = x.clone.blocks[b]
		}
	}
	for i, to := range x.exits {
		targets[to] = x.exit(i, to)
	}
	for _, b := range x.blocks {
		moved := x.clone.blocks[b]
		for _, instruction := range b.Instructions {
			moved.Emit(x.clone.instruction(instruction))
		}
		g := b.Terminator.(*Goto) // any other terminator leaves no way back to the head
		copied := &Goto{At: g.At, Choice: g.Choice, Branch: g.Branch}
		for _, t := range g.Targets {
			copied.Targets = append(copied.Targets, Target{Guard: x.clone.substitution.Apply(t.Guard), Block: targets[t.Block]})
		}
		moved.Terminator = copied
	}
}

// exit makes the block of the new function for a way out.
func (x *extraction) exit(way int, to *Block) *Block {
	terms := x.function.Program.Terms
	b := x.made.NewBlock("out", to.Pos)
	for _, v := range x.changed {
		value := terms.Const(term.ZeroValue(v.Sort)) // nobody reads it
		if x.live[to.Index][v.Sym] || x.entered[v] != nil {
			value = x.clone.variable(v).Sym
		}
		b.Emit(&Assign{At: At{to.Pos}, Dst: x.results[v], Src: value})
	}
	for i, v := range x.ways {
		b.Emit(&Assign{At: At{to.Pos}, Dst: v, Src: terms.BoolConst(i+1 == way)})
	}
	b.Terminator = &Return{At{to.Pos}}
	return b
}

// replace puts the call where the loop's head was, and takes the other blocks of the loop away.
func (x *extraction) replace() {
	f, terms := x.function, x.function.Program.Terms
	b := x.head
	call := &Call{At: At{b.Pos}, Callee: x.made}
	for _, v := range x.passed {
		call.Args = append(call.Args, v.Sym)
	}
	call.Results = append(call.Results, x.changed...)
	g := &Goto{At: At{b.Pos}}
	none := []*term.Term{}
	for i, result := range x.ways {
		way := f.NewLocal("way", result.Sort)
		call.Results = append(call.Results, way)
		g.Targets = append(g.Targets, Target{Guard: terms.And(append(slices.Clone(none), way.Sym)...), Block: x.exits[i+1]})
		none = append(none, terms.Not(way.Sym))
	}
	if len(x.exits) > 0 {
		g.Targets = append(g.Targets, Target{Guard: terms.And(none...), Block: x.exits[0]})
	}
	b.Instructions, b.Terminator = []Instruction{call}, g
	f.Blocks = slices.DeleteFunc(f.Blocks, func(other *Block) bool { return x.in[other] && other != b })
	f.renumberBlocks()
}
