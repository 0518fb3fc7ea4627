package ir

import "yogi/internal/term"

// Influences returns the havocs whose values can have a part in a condition: those from which a chain of
// assignments, arguments and results leads to a guard, an assume or an address. It does not ask in which order
// the chain runs, or whether the condition decides anything, so a havoc that is not among them matters to no
// verdict, and one that is may not matter either.
func Influences(p *Program) []*Havoc {
	n := &influence{program: p, from: map[*Variable][]*Variable{}, matters: map[*Variable]bool{}}
	var havocs []*Havoc
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				n.instruction(i)
				if h, ok := i.(*Havoc); ok {
					havocs = append(havocs, h)
				}
			}
			if g, ok := b.Terminator.(*Goto); ok {
				for _, t := range g.Targets {
					n.condition(t.Guard)
				}
			}
		}
	}
	n.spread()
	var out []*Havoc
	for _, h := range havocs {
		if n.matters[h.Dst] {
			out = append(out, h)
		}
	}
	return out
}

// influence is a graph of variables: from lists for each what is read where it is set.
type influence struct {
	program *Program
	from    map[*Variable][]*Variable
	matters map[*Variable]bool
	work    []*Variable
}

func (n *influence) condition(t *term.Term) {
	for _, sym := range t.Vars() {
		n.mark(n.program.VariableOf(sym))
	}
}

func (n *influence) mark(v *Variable) {
	if v != nil && !n.matters[v] {
		n.matters[v] = true
		n.work = append(n.work, v)
	}
}

func (n *influence) edge(to *Variable, t *term.Term) {
	for _, sym := range t.Vars() {
		n.from[to] = append(n.from[to], n.program.VariableOf(sym))
	}
}

func (n *influence) instruction(i Instruction) {
	switch i := i.(type) {
	case *Assign:
		n.edge(i.Dst, i.Src)
	case *Call:
		for k, a := range i.Args {
			if k < len(i.Callee.Params) {
				n.edge(i.Callee.Params[k], a)
			}
		}
		for k, r := range i.Results {
			if r != nil && k < len(i.Callee.Results) {
				n.from[r] = append(n.from[r], i.Callee.Results[k])
			}
		}
	case *Havoc:
	default:
		// Assumes, and memory before its pass: whatever they read counts.
		EachTerm(i, n.condition)
	}
}

func (n *influence) spread() {
	for len(n.work) > 0 {
		v := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		for _, read := range n.from[v] {
			n.mark(read)
		}
	}
}
