package lower

import (
	"fmt"

	"yogi/internal/assumption"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// specification handles the contract of a procedure from inside its body. The contract speaks about the
// formals of the procedure declaration; inside stands the body's scope with those names added.
type specification struct {
	*procedure
	declaration *syntax.ProcedureDecl
	inside      *scope
}

func (p *procedure) specification() *specification {
	i := p.implementation
	inside := &scope{lowering: p.lowering, names: p.scope.names, old: p.scope.old}
	if i.Separate {
		inside.names = map[*syntax.Object]*term.Term{}
		rename(inside, i.Procedure.Params, i.Params, p.scope)
		rename(inside, i.Procedure.Results, i.Results, p.scope)
	}
	return &specification{procedure: p, declaration: i.Procedure, inside: inside}
}

func rename(inside *scope, declared, list []*syntax.VariableDecl, outer *scope) {
	for n, v := range declared {
		inside.names[v.Object] = outer.names[list[n].Object]
	}
}

// start assumes what may be assumed where the body starts.
func (s *specification) start() {
	if s.entry {
		if d := s.assumeRequires(s.block, s.inside, s.declaration); d != nil {
			s.giveUp(s.implementation.Pos, d)
		}
		return
	}
	s.recordFree()
	// A body is only meant for the states that its free requires clauses and the where clauses of its
	// parameters describe, and no caller is asked to establish them: without them runs would be reported that
	// the language rules out. Free ensures clauses differ: they claim something of runs that exist.
	for _, t := range s.function.FreeRequires {
		s.believe(s.declaration.Pos, t, "free requires")
	}
}

// recordFree keeps the free contract as facts that are claimed of the function.
func (s *specification) recordFree() {
	f := s.function
	for _, v := range s.declaration.Params {
		if v.Where != nil && s.refuse(v.Where) == nil {
			f.FreeRequires = append(f.FreeRequires, s.inside.term(v.Where))
		}
	}
	for _, r := range s.declaration.Requires {
		if r.Free && s.refuse(r.Condition) == nil {
			f.FreeRequires = append(f.FreeRequires, s.inside.term(r.Condition))
		}
	}
	// The symbols for the values at entry are those that the copies will have, if the body needs copies.
	claims := *s.inside
	f.Old = map[*ir.Variable]*term.Term{}
	claims.old = func(g *ir.Variable) *term.Term {
		if f.Old[g] == nil {
			f.Old[g] = s.terms.Var(f.Name+"::old("+g.Name+")", g.Sort)
		}
		return f.Old[g]
	}
	for _, e := range s.declaration.Ensures {
		if e.Free && s.refuse(e.Condition) == nil {
			f.FreeEnsures = append(f.FreeEnsures, claims.term(e.Condition))
		}
	}
}

// end checks the ensures clauses where the body returns, and believes the free ones on demand.
func (s *specification) end() {
	for _, e := range s.declaration.Ensures {
		if e.Free && (s.entry || !s.options.UseFreeSpecs) {
			continue
		}
		if s.refused(e.Pos, e.Condition) {
			return
		}
		t := s.inside.term(e.Condition)
		if e.Free {
			s.believe(e.Pos, t, "free ensures")
			continue
		}
		text := syntax.ExpressionString(e.Condition)
		s.check(s.implementation.End, t, fmt.Sprintf("postcondition %s of %s (line %d) fails", text, s.declaration.Name, e.Pos.Line), text)
	}
}

// believe assumes a condition that nothing has proved.
func (p *procedure) believe(pos syntax.Pos, condition *term.Term, what string) {
	if p.block == nil || condition.IsTrue() {
		return
	}
	emitAssume(p.block, p.pos(pos), condition)
	p.program.Assumptions.Add(assumption.FreeSpecifications, what, p.pos(pos))
}

// assumeWhere assumes the where clause of a variable that has just been given any value.
func (p *procedure) assumeWhere(o *syntax.Object) {
	if o.Where == nil || p.block == nil {
		return
	}
	s := p.scope
	if _, local := s.names[o]; !local {
		s = p.newScope()
	}
	if p.refused(o.Pos, o.Where) {
		return
	}
	emitAssume(p.block, p.pos(o.Pos), s.term(o.Where))
}
