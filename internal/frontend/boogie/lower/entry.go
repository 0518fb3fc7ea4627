package lower

import (
	"fmt"

	"yogi/internal/assumption"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// start makes the entry function. A single entry that no one calls is lowered as the entry function
// itself, its parameters locals with any value; otherwise the entry function calls one of the entries.
func (l *lowering) start(entries []*syntax.Implementation) {
	l.returning = !l.options.EntryMayReturn && l.asksForReturn(entries)
	if len(entries) == 1 && !l.isCalled(entries[0].Procedure) {
		l.program.Entry = l.entryBody(entries[0])
		return
	}
	pos := l.pos(entries[0].Pos)
	f := l.program.NewFunction(l.functionName("@start"), pos)
	l.program.Entry = f
	choice := &ir.Goto{At: ir.At{Pos: pos}}
	first := f.NewBlock("start", pos)
	first.Terminator = choice
	if len(entries) > 1 {
		choice.Choice = l.input(ir.Choice, "entry", "", pos)
	}
	for _, i := range entries {
		b := f.NewBlock(i.Name, l.pos(i.Pos))
		choice.Targets = append(choice.Targets, ir.Target{Guard: l.terms.True(), Block: b})
		l.callEntry(f, b, i)
	}
}

// callEntry lowers the start of one of several entries: any arguments that satisfy what the procedure
// requires.
func (l *lowering) callEntry(f *ir.Function, b *ir.Block, i *syntax.Implementation) {
	p := i.Procedure
	s := l.newScope()
	call := &ir.Call{At: l.at(i.Pos)}
	if d := l.refuseProcedure(p, i.Pos); d != nil {
		b.Terminator = &ir.Unsupported{At: l.at(i.Pos), Diagnostic: d}
		return
	}
	for _, v := range p.Params {
		local := f.NewLocal(i.Name+"::"+v.Name, l.sort(v.Object.Type))
		l.describe(local, v.Object)
		b.Emit(&ir.Havoc{At: l.at(v.Pos), Dst: local, Input: l.input(ir.EntryParameter, v.Name, local.Type, l.pos(v.Pos))})
		s.names[v.Object] = local.Sym
		call.Args = append(call.Args, local.Sym)
	}
	if d := l.assumeRequires(b, s, p); d != nil {
		b.Terminator = &ir.Unsupported{At: l.at(i.Pos), Diagnostic: d}
		return
	}
	call.Results = make([]*ir.Variable, len(p.Results))
	call.Callee = l.function(i)
	b.Emit(call)
	l.finish(b, i)
}

// assumeRequires assumes all that the entry requires, free or not, and the where clauses of its parameters:
// its caller is outside the program.
func (l *lowering) assumeRequires(b *ir.Block, s *scope, p *syntax.ProcedureDecl) *source.Diagnostic {
	for _, v := range p.Params {
		if v.Where == nil {
			continue
		}
		if d := l.refuse(v.Where); d != nil {
			return d
		}
		emitAssume(b, l.pos(v.Pos), s.term(v.Where))
	}
	for _, r := range p.Requires {
		if d := l.refuse(r.Condition); d != nil {
			return d
		}
		emitAssume(b, l.pos(r.Pos), s.term(r.Condition))
		l.program.Assumptions.Add(assumption.EntryRequires, fmt.Sprintf("%s is only started where %s holds", p.Name, syntax.ExpressionString(r.Condition)), l.pos(r.Pos))
	}
	return nil
}

// finish ends the entry function after its body or call has returned.
func (l *lowering) finish(b *ir.Block, i *syntax.Implementation) {
	if l.returning {
		b.Terminator = &ir.Error{At: l.at(i.End), What: "entry implementation " + i.Name + " returns"}
		return
	}
	b.Terminator = &ir.Return{At: l.at(i.End)}
}
