package lower

import (
	"strings"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file is about what an angelic check asks of a program: accesses through null in programs that SMACK
// made of C, and places that must stay reachable.

// The names that SMACK gives to maps of memory and to the functions that read and write them.
const (
	memoryPrefix = "$M."
	loadPrefix   = "$load."
	storePrefix  = "$store."
)

// checkNull makes each access to a memory of SMACK in the expressions fail at address 0.
func (p *procedure) checkNull(pos syntax.Pos, list ...syntax.Expr) {
	if !p.options.NullChecks {
		return
	}
	for _, e := range list {
		syntax.Each(e, func(e syntax.Expr) {
			var address syntax.Expr
			switch e := e.(type) {
			case *syntax.Apply:
				if (strings.HasPrefix(e.Name, loadPrefix) || strings.HasPrefix(e.Name, storePrefix)) && len(e.Args) > 1 {
					address = e.Args[1]
				}
			case *syntax.Select:
				if m, ok := e.Map.(*syntax.Name); ok && strings.HasPrefix(m.Name, memoryPrefix) && len(e.Indices) == 1 {
					address = e.Indices[0]
				}
			}
			if address == nil || p.refused(pos, address) || p.block == nil {
				return
			}
			t := p.scope.term(address)
			if t.Sort().Kind != term.KindInt {
				return
			}
			text := syntax.ExpressionString(address)
			p.check(pos, p.terms.Ne(t, p.terms.IntConst(0)), "access through "+text+", a null pointer", text+" != 0")
		})
	}
}

// mustReach recognises assume F(e) where F is marked {:ReachableStates}: the user says that some state
// that satisfies e gets here. The ghost NullFound is set in those.
func (p *procedure) mustReach(s *syntax.Assume) bool {
	call, ok := s.Condition.(*syntax.Apply)
	if !p.options.Open || !ok || call.Function == nil || !call.Function.Attributes.IsTrue("ReachableStates") || len(call.Args) != 1 {
		return false
	}
	if p.refused(s.Pos, call.Args[0]) {
		return true
	}
	if p.program.NullFound == nil {
		p.program.NullFound = p.program.NewGlobal("null found", p.terms.Bool())
	}
	mark, next := p.newBlock("reached", s.Pos), p.newBlock("", s.Pos)
	mark.Emit(&ir.Assign{At: p.at(s.Pos), Dst: p.program.NullFound, Src: p.terms.True()})
	mark.Jump(p.pos(s.Pos), next)
	p.block.Branch(p.pos(s.Pos), p.scope.term(call.Args[0]), mark, next)
	p.block = next
	return true
}
