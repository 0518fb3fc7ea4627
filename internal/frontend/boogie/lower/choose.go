package lower

import (
	"strings"

	"yogi/internal/frontend/boogie/check"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
)

// question asks where the program of a file starts, and what is an error in it. It is answered from the checked file
// and the options alone.
type question struct {
	refusal
	checked *check.Program
	options Options
}

// entries chooses where the program starts: the procedure that was asked for; else the implementations
// marked {:entrypoint}, else the procedures with a body so marked, else ULTIMATE.start, else main, else every
// procedure with a body.
func (q *question) entries() ([]*syntax.Implementation, *source.Diagnostic) {
	if q.options.Entry != "" {
		return q.namedEntry(q.options.Entry)
	}
	if len(q.file.Implementations) == 0 {
		return nil, &source.Diagnostic{
			Pos: source.Pos{File: q.file.Name}, Code: CodeEntry, Message: "there is no procedure with a body",
		}
	}
	marked := func(i *syntax.Implementation) bool { return i.Separate && i.Attributes.IsTrue("entrypoint") }
	markedProcedure := func(i *syntax.Implementation) bool { return i.Procedure.Attributes.IsTrue("entrypoint") }
	for _, choose := range []func(*syntax.Implementation) bool{
		marked, markedProcedure, named("ULTIMATE.start"), named("main"), func(*syntax.Implementation) bool { return true },
	} {
		if list := q.implementations(choose); len(list) > 0 {
			return list, nil
		}
	}
	return nil, nil
}

func named(name string) func(*syntax.Implementation) bool {
	return func(i *syntax.Implementation) bool { return i.Name == name }
}

func (q *question) implementations(choose func(*syntax.Implementation) bool) []*syntax.Implementation {
	var list []*syntax.Implementation
	for _, i := range q.file.Implementations {
		if choose(i) {
			list = append(list, i)
		}
	}
	return list
}

func (q *question) namedEntry(name string) ([]*syntax.Implementation, *source.Diagnostic) {
	list := q.implementations(named(name))
	if len(list) > 0 {
		return list, nil
	}
	d := &source.Diagnostic{Pos: source.Pos{File: q.file.Name}, Code: CodeEntry, Message: "there is no procedure " + name + " with a body"}
	if p := q.checked.Procedures[name]; p != nil {
		d.Pos, d.Message = q.pos(p.Pos), "procedure "+name+" has no body"
	}
	if hint := q.hint(); hint != "" {
		d.Notes = append(d.Notes, hint)
	}
	return nil, d
}

const maxHint = 10

// hint lists procedures that could be the entry.
func (q *question) hint() string {
	var names []string
	seen := map[string]bool{}
	for _, i := range q.file.Implementations {
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
func (q *question) missingErrors() source.Diagnostics {
	var all source.Diagnostics
	for _, name := range q.options.ErrorProcedures {
		if q.checked.Procedures[name] == nil {
			all.Add(source.Pos{File: q.file.Name}, CodeErrorProcedure, "there is no procedure %s whose call could be the error", name)
		}
	}
	return all
}

// asksForReturn reports whether the question is whether the entry can return: its implementation is marked
// {:entrypoint} and nothing in the whole file is checked.
func (q *question) asksForReturn(entries []*syntax.Implementation) bool {
	for _, i := range entries {
		if !i.Separate || !i.Attributes.IsTrue("entrypoint") {
			return false
		}
	}
	for _, p := range q.file.Procedures {
		if hasChecked(p.Requires) || hasChecked(p.Ensures) {
			return false
		}
	}
	for _, i := range q.file.Implementations {
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

func (q *question) isCalled(p *syntax.ProcedureDecl) bool {
	for _, i := range q.file.Implementations {
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
