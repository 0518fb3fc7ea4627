package certify

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// step holds what the instructions of a block do, by forward execution from a state in which the value of
// every variable is its symbol. Inputs, and what a call changes, are fresh symbols.
type step struct {
	block *ir.Block
	// conditions are those of the Assumes passed.
	conditions []*term.Term
	// after gives the value of each variable that changed.
	after        map[*term.Term]*term.Term
	substitution *term.Substitution
	// For a call block: the callee's state where it starts and where it returns, by its own symbols.
	call           *ir.Call
	entered, ended map[*term.Term]*term.Term
}

// edge is a control-flow edge that a graph is about.
type edge struct {
	block, target int
	location      int        // where it leads
	guard         *term.Term // over the state before the block
}

func (k *checker) step(b *ir.Block) (*step, error) {
	if s := k.steps[b]; s != nil {
		return s, nil
	}
	s := &step{block: b, after: map[*term.Term]*term.Term{}}
	for _, instruction := range b.Instructions {
		switch i := instruction.(type) {
		case *ir.Assign:
			s.after[i.Dst.Sym] = k.terms.Substitute(i.Src, s.after)
		case *ir.Assume:
			s.conditions = append(s.conditions, k.terms.Substitute(i.Cond, s.after))
		case *ir.Havoc:
			s.after[i.Dst.Sym] = k.fresh(i.Dst)
		case *ir.Call:
			if len(b.Instructions) != 1 {
				return nil, fmt.Errorf("certify: the call in block %d of %s is not alone", b.Index, b.Function.Name)
			}
			if err := k.execute(s, i); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("certify: block %d of %s has an instruction %T", b.Index, b.Function.Name, i)
		}
	}
	s.substitution = k.terms.NewSubstitution(s.after)
	k.steps[b] = s
	return s, nil
}

func (k *checker) fresh(v *ir.Variable) *term.Term { return k.terms.Fresh("certify!"+v.Name, v.Sort) }

// execute lets a call do anything that its effects allow.
func (k *checker) execute(s *step, call *ir.Call) error {
	if len(call.Args) != len(call.Callee.Params) {
		return fmt.Errorf("certify: the call in block %d of %s has %d arguments", s.block.Index, s.block.Function.Name, len(call.Args))
	}
	s.call = call
	s.entered, s.ended = map[*term.Term]*term.Term{}, map[*term.Term]*term.Term{}
	for i, v := range call.Callee.Params {
		s.entered[v.Sym] = call.Args[i]
	}
	for _, v := range append(append([]*ir.Variable(nil), call.Callee.Results...), call.Callee.Locals...) {
		s.entered[v.Sym] = k.fresh(v)
	}
	for _, v := range k.program.Globals {
		if k.effects[call.Callee].modifies[v] {
			s.ended[v.Sym] = k.fresh(v)
			s.after[v.Sym] = s.ended[v.Sym]
		}
	}
	for _, v := range call.Callee.Results {
		s.ended[v.Sym] = k.fresh(v)
	}
	for i, v := range call.Results {
		switch {
		case v == nil:
		case i >= len(call.Callee.Results):
			return fmt.Errorf("certify: the call in block %d of %s has too many results", s.block.Index, s.block.Function.Name)
		default:
			s.after[v.Sym] = s.ended[call.Callee.Results[i].Sym]
		}
	}
	return nil
}

// edges lists the control-flow edges out of a block that lead on or through the exit asked about.
func (k *checker) edges(s *step, exit verdict.Exit) ([]edge, error) {
	b := s.block
	var out []edge
	if s.call != nil {
		e := k.effects[s.call.Callee]
		if e.canFail && exit == verdict.ErrorExit {
			out = append(out, edge{b.Index, verdict.CalleeFails, verdict.ExitLocation, k.terms.True()})
		}
		if !e.canReturn {
			return out, nil
		}
	}
	leaves := edge{b.Index, 0, verdict.ExitLocation, k.terms.True()}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for i, target := range t.Targets {
			out = append(out, edge{b.Index, i, target.Block.Index, s.substitution.Apply(target.Guard)})
		}
	case *ir.Return:
		if exit == verdict.ReturnExit {
			out = append(out, leaves)
		}
	case *ir.Error, *ir.Unsupported:
		if exit == verdict.ErrorExit {
			out = append(out, leaves)
		}
	case *ir.Halt:
	default:
		return nil, fmt.Errorf("certify: block %d of %s ends in %T", b.Index, b.Function.Name, t)
	}
	return out, nil
}

// claim returns what the claim of graph g says of the call in s: if the callee starts in one of the graph's
// safe regions it does not return in Post, or does not fail.
func (k *checker) claim(s *step, g *graph, rigid map[*term.Term]*term.Term) *term.Term {
	safe := g.where(k.terms, g.Trees[0], func(region int) bool { return g.notMay[region] })
	never := k.terms.False()
	if g.Exit == verdict.ReturnExit {
		never = k.terms.Not(k.terms.Substitute(g.Post, union(s.ended, rigid)))
	}
	return k.terms.Implies(k.terms.Substitute(safe, union(s.entered, rigid)), never)
}

func union(a, b map[*term.Term]*term.Term) map[*term.Term]*term.Term {
	out := make(map[*term.Term]*term.Term, len(a)+len(b))
	for sym, value := range a {
		out[sym] = value
	}
	for sym, value := range b {
		out[sym] = value
	}
	return out
}
