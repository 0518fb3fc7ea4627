package ir

import (
	"yogi/internal/bug"
	"yogi/internal/source"
	"yogi/internal/term"
)

// NewProgram returns an empty program over terms.
func NewProgram(terms *term.Builder, model *DataModel) *Program {
	return &Program{Terms: terms, Model: model, symbols: map[*term.Term]*Variable{}, names: map[string]bool{}, numbered: map[string]int{}}
}

// NewGlobal adds a global variable. Names are unique; a second one of the same name is a bug.
func (p *Program) NewGlobal(name string, sort *term.Sort) *Variable {
	v := p.newVariable(name, sort, Global)
	v.Index = len(p.Globals)
	p.Globals = append(p.Globals, v)
	return v
}

// RemoveGlobals forgets globals that the program does not mention any more.
func (p *Program) RemoveGlobals(gone func(*Variable) bool) {
	kept := make([]*Variable, 0, len(p.Globals))
	for _, v := range p.Globals {
		if gone(v) {
			delete(p.symbols, v.Sym)
			continue
		}
		v.Index = len(kept)
		kept = append(kept, v)
	}
	p.Globals = kept
}

// NewFunction adds a function without blocks.
func (p *Program) NewFunction(name string, pos source.Pos) *Function {
	f := &Function{Name: name, Pos: pos, Program: p}
	p.Functions = append(p.Functions, f)
	return f
}

// Function returns the function called name, or nil.
func (p *Program) Function(name string) *Function {
	for _, f := range p.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// VariableOf returns the variable whose symbol is sym, or nil.
func (p *Program) VariableOf(sym *term.Term) *Variable { return p.symbols[sym] }

func (p *Program) newVariable(name string, sort *term.Sort, kind VariableKind) *Variable {
	sym := p.Terms.Var(name, sort)
	if p.symbols[sym] != nil {
		bug.Errorf("variable %s declared twice", name)
	}
	v := &Variable{Name: name, Sort: sort, Kind: kind, Sym: sym}
	p.symbols[sym] = v
	p.names[name] = true
	return v
}

// NewParameter, NewResult and NewLocal add a variable called "function::name"; a name already taken
// gets a number.
func (f *Function) NewParameter(name string, sort *term.Sort) *Variable {
	v := f.newVariable(name, sort, Parameter)
	f.Params = append(f.Params, v)
	f.number()
	return v
}

// NewResult adds a result variable.
func (f *Function) NewResult(name string, sort *term.Sort) *Variable {
	v := f.newVariable(name, sort, Result)
	f.Results = append(f.Results, v)
	f.number()
	return v
}

// NewLocal adds a local variable.
func (f *Function) NewLocal(name string, sort *term.Sort) *Variable {
	v := f.newVariable(name, sort, Local)
	f.Locals = append(f.Locals, v)
	return v
}

func (f *Function) newVariable(name string, sort *term.Sort, kind VariableKind) *Variable {
	v := f.Program.newVariable(f.Program.freeName(f.Name+"::"+name), sort, kind)
	v.Source = name
	v.Index = len(f.Params) + len(f.Results) + len(f.Locals)
	return v
}

// freeName is a name, with a number if a variable has it already.
func (p *Program) freeName(name string) string {
	if !p.names[name] {
		return name
	}
	n := max(2, p.numbered[name])
	for p.names[name+"."+itoa(n)] {
		n++
	}
	p.numbered[name] = n
	return name + "." + itoa(n)
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}

// Variables returns parameters, results and locals.
func (f *Function) Variables() []*Variable {
	all := make([]*Variable, 0, len(f.Params)+len(f.Results)+len(f.Locals))
	all = append(all, f.Params...)
	all = append(all, f.Results...)
	return append(all, f.Locals...)
}

// Number sets Variable.Index to the position in Globals and in Variables(): the layout of states.
// Whatever removes variables is followed by it.
func (p *Program) Number() {
	for i, v := range p.Globals {
		v.Index = i
	}
	for _, f := range p.Functions {
		f.number()
	}
}

func (f *Function) number() {
	for i, v := range f.Variables() {
		v.Index = i
	}
}

// MustBeNumbered panics if a variable has another position than Number gives it. What reads states begins with
// this: the program is not its own, and a state with another layout is another state.
func (p *Program) MustBeNumbered() {
	mustBeNumbered(p.Globals)
	for _, f := range p.Functions {
		mustBeNumbered(f.Variables())
	}
}

func mustBeNumbered(variables []*Variable) {
	for i, v := range variables {
		if v.Index != i {
			bug.Errorf("variable %s has position %d, and is number %d", v.Name, v.Index, i)
		}
	}
}

// Entry returns the entry block.
func (f *Function) Entry() *Block { return f.Blocks[0] }

// NewBlock adds a block without a terminator.
func (f *Function) NewBlock(label string, pos source.Pos) *Block {
	b := &Block{Index: len(f.Blocks), Label: label, Pos: pos, Function: f}
	f.Blocks = append(f.Blocks, b)
	return b
}

// Emit appends instructions.
func (b *Block) Emit(instructions ...Instruction) {
	b.Instructions = append(b.Instructions, instructions...)
}

// Jump ends the block with an unconditional goto.
func (b *Block) Jump(pos source.Pos, to *Block) {
	b.Terminator = &Goto{At: At{pos}, Targets: []Target{{Guard: b.Function.Program.Terms.True(), Block: to}}}
}

// Branch ends the block with a two-way branch.
func (b *Block) Branch(pos source.Pos, cond *term.Term, then, els *Block) {
	terms := b.Function.Program.Terms
	b.Terminator = &Goto{At: At{pos}, Targets: []Target{
		{Guard: cond, Block: then},
		{Guard: terms.Not(cond), Block: els},
	}}
}

// Successors returns the blocks that the terminator names.
func (b *Block) Successors() []*Block {
	g, ok := b.Terminator.(*Goto)
	if !ok {
		return nil
	}
	out := make([]*Block, len(g.Targets))
	for i, t := range g.Targets {
		out[i] = t.Block
	}
	return out
}
