package angelic

import (
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// TestFor is the warning's test as one of another program made from the same files for the same entry, in
// which nothing is assumed: the ghosts of specifications are left out, the rest is found by its names. It is
// nil if the programs differ.
func (w *Warning) TestFor(p *ir.Program) *verdict.Test {
	inputs := map[int]*ir.Input{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if h, ok := i.(*ir.Havoc); ok {
					inputs[h.Input.ID] = h.Input
				}
			}
			if g, ok := b.Terminator.(*ir.Goto); ok && g.Choice != nil {
				inputs[g.Choice.ID] = g.Choice
			}
		}
	}
	globals := map[string]*ir.Variable{}
	for _, v := range p.Globals {
		globals[v.Name] = v
	}
	out := &verdict.Test{What: w.What, Property: w.Property, Pos: w.Pos, Functions: w.Test.Functions}
	for _, in := range w.Test.Inputs {
		known := inputs[in.Input.ID]
		if known == nil || known.Name != in.Input.Name {
			return nil
		}
		out.Inputs = append(out.Inputs, verdict.InputValue{Input: known, Value: in.Value})
	}
	for _, g := range w.Test.Globals {
		known := globals[g.Variable.Name]
		switch {
		case isGhost(g.Variable):
		case known == nil:
			return nil
		default:
			out.Globals = append(out.Globals, verdict.GlobalValue{Variable: known, Cell: g.Cell, Value: g.Value})
		}
	}
	return out
}
