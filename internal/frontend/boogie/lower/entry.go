package lower

import (
	"fmt"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// entries chooses where the program starts: the procedure that was asked for; else the implementations
// marked {:entrypoint}, else the procedures with a body so marked, else ULTIMATE.start, else main, else every
// procedure with a body.
func (l *lowering) entries() ([]*syntax.Implementation, *source.Diagnostic) {
	if l.options.Entry != "" {
		return l.namedEntry(l.options.Entry)
	}
	if len(l.file.Implementations) == 0 {
		return nil, &source.Diagnostic{
			Pos: source.Pos{File: l.file.Name}, Code: CodeEntry, Message: "there is no procedure with a body",
		}
	}
	marked := func(i *syntax.Implementation) bool { return i.Separate && i.Attributes.IsTrue("entrypoint") }
	markedProcedure := func(i *syntax.Implementation) bool { return i.Procedure.Attributes.IsTrue("entrypoint") }
	for _, choose := range []func(*syntax.Implementation) bool{
		marked, markedProcedure, named("ULTIMATE.start"), named("main"), func(*syntax.Implementation) bool { return true },
	} {
		if list := l.implementations(choose); len(list) > 0 {
			return list, nil
		}
	}
	return nil, nil
}

func named(name string) func(*syntax.Implementation) bool {
	return func(i *syntax.Implementation) bool { return i.Name == name }
}

func (l *lowering) implementations(choose func(*syntax.Implementation) bool) []*syntax.Implementation {
	var list []*syntax.Implementation
	for _, i := range l.file.Implementations {
		if choose(i) {
			list = append(list, i)
		}
	}
	return list
}

func (l *lowering) namedEntry(name string) ([]*syntax.Implementation, *source.Diagnostic) {
	list := l.implementations(named(name))
	if len(list) > 0 {
		return list, nil
	}
	d := &source.Diagnostic{Pos: source.Pos{File: l.file.Name}, Code: CodeEntry, Message: "there is no procedure " + name + " with a body"}
	if p := l.checked.Procedures[name]; p != nil {
		d.Pos, d.Message = l.pos(p.Pos), "procedure "+name+" has no body"
	}
	if hint := l.hint(); hint != "" {
		d.Notes = append(d.Notes, hint)
	}
	return nil, d
}

const maxHint = 10

// hint lists procedures that could be the entry.
func (l *lowering) hint() string {
	var names []string
	seen := map[string]bool{}
	for _, i := range l.file.Implementations {
		if seen[i.Name] {
			continue
		}
		seen[i.Name] = true
		if len(names) == maxHint {
			names = append(names, "...")
			break
		}
		names = append(names, i.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "procedures with a body: " + strings.Join(names, ", ") + "; choose with --entry"
}

// missingErrors complains about error procedures that the program does not have: nobody can call
// them, and without an error everything would be proved.
func (l *lowering) missingErrors() source.Diagnostics {
	var all source.Diagnostics
	for _, name := range l.options.ErrorProcedures {
		if l.checked.Procedures[name] == nil {
			all.Add(source.Pos{File: l.file.Name}, CodeErrorProcedure, "there is no procedure %s whose call could be the error", name)
		}
	}
	return all
}

// asksForReturn reports whether the question is whether the entry can return: its implementation is marked
// {:entrypoint} and nothing in the whole file is checked.
func (l *lowering) asksForReturn(entries []*syntax.Implementation) bool {
	for _, i := range entries {
		if !i.Separate || !i.Attributes.IsTrue("entrypoint") {
			return false
		}
	}
	for _, p := range l.file.Procedures {
		if hasChecked(p.Requires) || hasChecked(p.Ensures) {
			return false
		}
	}
	for _, i := range l.file.Implementations {
		if checks(i.Body) {
			return false
		}
	}
	return true
}

func hasChecked(specs []*syntax.Spec) bool {
	for _, s := range specs {
		if !s.Free && !isTrue(s.Condition) {
			return true
		}
	}
	return false
}

func isTrue(e syntax.Expr) bool {
	lit, ok := e.(*syntax.BoolLit)
	return ok && lit.Value
}

// checks reports whether statements contain an assertion or a checked invariant other than true.
func checks(list []syntax.Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *syntax.Assert:
			if !isTrue(s.Condition) {
				return true
			}
		case *syntax.If:
			if checks(s.Then) || checks(s.Else) {
				return true
			}
		case *syntax.While:
			if hasChecked(s.Invariants) || checks(s.Body) {
				return true
			}
		}
	}
	return false
}

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

func (l *lowering) isCalled(p *syntax.ProcedureDecl) bool {
	for _, i := range l.file.Implementations {
		if calls(i.Body, p) {
			return true
		}
	}
	return false
}

func calls(list []syntax.Stmt, p *syntax.ProcedureDecl) (found bool) {
	syntax.EachStatement(list, func(s syntax.Stmt) {
		call, ok := s.(*syntax.Call)
		found = found || ok && call.Procedure == p
	})
	return found
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
