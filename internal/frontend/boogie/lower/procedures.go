package lower

import (
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// procedure is the state for one implementation.
type procedure struct {
	*lowering
	function       *ir.Function
	implementation *syntax.Implementation
	scope          *scope
	block          *ir.Block // where the next instruction goes; nil: nothing gets here
	exit           *ir.Block // where every return goes
	labels         map[string]*ir.Block
	loops          []loop
	entry          bool // the implementation is the entry function itself
	// copies hold the values of globals at entry, for old; they are assigned at the start.
	copies    map[*ir.Variable]*ir.Variable
	copyOrder []*ir.Variable
}

// loop is a statement that break can leave.
type loop struct {
	labels []string
	isLoop bool
	after  *ir.Block
}

// called returns the function that a call of p runs: its body, or a choice among its bodies.
func (l *lowering) called(p *syntax.ProcedureDecl) *ir.Function {
	if len(p.Implementations) == 1 {
		return l.function(p.Implementations[0])
	}
	f := l.dispatch[p]
	if f != nil {
		return f
	}
	pos := l.pos(p.Pos)
	f = l.program.NewFunction(l.functionName(p.Name), pos)
	l.dispatch[p] = f
	var args []*term.Term
	for _, v := range p.Params {
		args = append(args, l.parameter(f, v).Sym)
	}
	for _, v := range p.Results {
		l.result(f, v)
	}
	choice := &ir.Goto{At: ir.At{Pos: pos}, Choice: l.input(ir.Choice, "implementation of "+p.Name, "", pos)}
	f.NewBlock("choose", pos).Terminator = choice
	for _, i := range p.Implementations {
		b := f.NewBlock("", l.pos(i.Pos))
		choice.Targets = append(choice.Targets, ir.Target{Guard: l.terms.True(), Block: b})
		b.Emit(&ir.Call{At: l.at(i.Pos), Callee: l.function(i), Args: args, Results: f.Results})
		b.Terminator = &ir.Return{At: l.at(i.End)}
	}
	return f
}

// function returns the function of an implementation; its body is lowered later.
func (l *lowering) function(i *syntax.Implementation) *ir.Function {
	f := l.functions[i]
	if f != nil {
		return f
	}
	f = l.program.NewFunction(l.functionName(i.Name), l.pos(i.Pos))
	l.functions[i] = f
	p := l.newProcedure(f, i)
	for _, v := range i.Params {
		p.scope.names[v.Object] = l.parameter(f, v).Sym
	}
	for _, v := range i.Results {
		p.scope.names[v.Object] = l.result(f, v).Sym
	}
	l.pending = append(l.pending, p.lower)
	return f
}

func (l *lowering) parameter(f *ir.Function, v *syntax.VariableDecl) *ir.Variable {
	p := f.NewParameter(v.Name, l.sort(v.Object.Type))
	l.describe(p, v.Object)
	return p
}

func (l *lowering) result(f *ir.Function, v *syntax.VariableDecl) *ir.Variable {
	r := f.NewResult(v.Name, l.sort(v.Object.Type))
	l.describe(r, v.Object)
	return r
}

func (l *lowering) newProcedure(f *ir.Function, i *syntax.Implementation) *procedure {
	p := &procedure{
		lowering: l, function: f, implementation: i, scope: l.newScope(),
		labels: map[string]*ir.Block{}, copies: map[*ir.Variable]*ir.Variable{},
	}
	p.scope.old = p.old
	p.block = f.NewBlock("entry", l.pos(i.Pos))
	return p
}

// entryBody makes the entry function out of an implementation.
func (l *lowering) entryBody(i *syntax.Implementation) *ir.Function {
	f := l.program.NewFunction(l.functionName(i.Name), l.pos(i.Pos))
	p := l.newProcedure(f, i)
	p.entry = true
	if d := l.refuseProcedure(i.Procedure, i.Pos); d != nil {
		p.block.Terminator = &ir.Unsupported{At: l.at(i.Pos), Diagnostic: d}
		return f
	}
	for _, v := range i.Params {
		local := p.local(v)
		p.emit(&ir.Havoc{At: l.at(v.Pos), Dst: local, Input: l.input(ir.EntryParameter, v.Name, local.Type, l.pos(v.Pos))})
	}
	for _, v := range i.Results {
		p.local(v)
	}
	l.pending = append(l.pending, p.lower)
	return f
}

// local makes the variable of a declaration.
func (p *procedure) local(v *syntax.VariableDecl) *ir.Variable {
	local := p.function.NewLocal(v.Name, p.sort(v.Object.Type))
	p.describe(local, v.Object)
	p.scope.names[v.Object] = local.Sym
	return local
}

// lower fills the function in.
func (p *procedure) lower() {
	i := p.implementation
	p.exit = p.function.NewBlock("exit", p.pos(i.End))
	p.declareLocals()
	p.specification().start()
	p.statements(i.Body)
	p.jump(i.End, p.exit)
	p.block = p.exit
	p.specification().end()
	if p.block != nil {
		if p.entry {
			p.finish(p.block, i)
		} else {
			p.block.Terminator = &ir.Return{At: p.at(i.End)}
		}
	}
	p.assignCopies()
	p.endUnreached()
}

// declareLocals makes the locals and havocs those with a where clause, which constrains even a value that is
// never read.
func (p *procedure) declareLocals() {
	var constrained []*syntax.VariableDecl
	for _, v := range p.implementation.Locals {
		if v.Object.Type.Kind == syntax.UnsupportedType {
			continue // refused where it is named
		}
		p.local(v)
		if v.Where != nil {
			constrained = append(constrained, v)
		}
	}
	for _, v := range p.implementation.Results {
		if v.Where != nil {
			constrained = append(constrained, v)
		}
	}
	for _, v := range constrained {
		p.havoc(v.Pos, v.Object, ir.UninitializedRead)
	}
	for _, v := range constrained {
		p.assumeWhere(v.Object)
	}
}

// old returns the symbol of the value of a global at entry.
func (p *procedure) old(g *ir.Variable) *term.Term {
	if p.copies[g] == nil {
		c := p.function.NewLocal("old("+g.Name+")", g.Sort)
		c.Source, c.Type, c.Signed, c.Pos = "old("+g.Name+")", g.Type, g.Signed, g.Pos
		p.copies[g] = c
		p.copyOrder = append(p.copyOrder, g)
	}
	return p.copies[g].Sym
}

// assignCopies sets the copies before everything else in the function.
func (p *procedure) assignCopies() {
	if len(p.copyOrder) == 0 {
		return
	}
	first := p.function.Blocks[0]
	var list []ir.Instruction
	for _, g := range p.copyOrder {
		list = append(list, &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: p.copies[g], Src: g.Sym})
	}
	first.Instructions = append(list, first.Instructions...)
}

// endUnreached gives the blocks that control cannot get to a terminator: an endless loop on themselves.
func (p *procedure) endUnreached() {
	for _, b := range p.function.Blocks {
		if b.Terminator == nil {
			b.Jump(b.Pos, b)
		}
	}
}

func (p *procedure) emit(i ...ir.Instruction) {
	if p.block != nil {
		p.block.Emit(i...)
	}
}

func (p *procedure) newBlock(label string, pos syntax.Pos) *ir.Block {
	return p.function.NewBlock(label, p.pos(pos))
}

// jump ends the current block, if control gets here.
func (p *procedure) jump(pos syntax.Pos, to *ir.Block) {
	if p.block != nil {
		p.block.Jump(p.pos(pos), to)
	}
	p.block = nil
}

// refused ends the current block if one of the expressions cannot be lowered.
func (p *procedure) refused(pos syntax.Pos, expressions ...syntax.Expr) bool {
	if p.block == nil {
		return true
	}
	if d := p.refuse(expressions...); d != nil {
		p.giveUp(pos, d)
		return true
	}
	return false
}

func (p *procedure) giveUp(pos syntax.Pos, d *source.Diagnostic) {
	if p.block != nil {
		p.block.Terminator = &ir.Unsupported{At: p.at(pos), Diagnostic: d}
	}
	p.block = nil
}

// check makes a violated condition an error; after it the condition holds.
func (p *procedure) check(pos syntax.Pos, condition *term.Term, what, branch string) {
	p.program.Checked = true
	if p.block == nil || condition.IsTrue() {
		return
	}
	failed := p.newBlock("fail", pos)
	failed.Terminator = &ir.Error{At: p.at(pos), What: what}
	next := p.newBlock("", pos)
	p.block.Branch(p.pos(pos), condition, next, failed)
	p.block.Terminator.(*ir.Goto).Branch = branch
	p.block = next
}

// emitAssume adds an assumption, if it says anything.
func emitAssume(b *ir.Block, pos source.Pos, condition *term.Term) {
	if !condition.IsTrue() {
		b.Emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: condition})
	}
}
