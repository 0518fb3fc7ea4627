package refine

import (
	"fmt"

	"yogi/internal/concolic"
	"yogi/internal/term"
)

// paths has what holds at the end of a path on which tests of the question are: over symbols, without the tests.
type paths struct {
	Question
	engine *Engine
	// symbolic values of the rigid symbols and of the frame at the call.
	rigid   map[*term.Term]*term.Term
	frame   []*term.Term
	context []*term.Term // frames of the outer questions
}

func (e *Engine) pathsOf(q Question) paths {
	x := paths{Question: q, engine: e, rigid: map[*term.Term]*term.Term{}}
	if q.Outer != nil {
		x.context = append(append(x.context, q.Outer.context...), q.Outer.frame...)
		for sym, t := range q.Rigid {
			x.rigid[sym] = e.Forest.SymbolicValue(q.Activation.Call, t, q.Outer.rigid)
		}
		for _, t := range q.Frame {
			x.frame = append(x.frame, e.Forest.SymbolicValue(q.Activation.Call, t, q.Outer.rigid))
		}
	}
	return x
}

// Engine returns the engine.
func (x *paths) Engine() *Engine { return x.engine }

// Label says in a log of queries what is asked in this question.
func (x *paths) Label(what string) string {
	return fmt.Sprintf("%s %s/%s", what, x.Graph.Function.Name, x.Graph.Exit)
}

// SymbolicAt evaluates a term of the graph in the symbolic state at p.
func (x *paths) SymbolicAt(p *concolic.Path, t *term.Term) *term.Term {
	return x.engine.Forest.SymbolicValue(p, t, x.rigid)
}

// constraint is the path constraint of p with the frames of the outer questions.
func (x *paths) constraint(p *concolic.Path) []*term.Term {
	return append(x.engine.Forest.Constraint(p), x.context...)
}

// PathConstraint is the constraint of p with all frames, this question's included.
func (x *paths) PathConstraint(p *concolic.Path) []*term.Term {
	return append(x.constraint(p), x.frame...)
}
