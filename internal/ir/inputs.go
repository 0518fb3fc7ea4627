package ir

// Inputs are the program's inputs by their numbers.
func (p *Program) Inputs() map[int]*Input {
	inputs := map[int]*Input{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if h, ok := i.(*Havoc); ok {
					inputs[h.Input.ID] = h.Input
				}
			}
			if g, ok := b.Terminator.(*Goto); ok && g.Choice != nil {
				inputs[g.Choice.ID] = g.Choice
			}
		}
	}
	return inputs
}
