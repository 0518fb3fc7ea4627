package ir

import (
	"maps"
	"slices"
)

// LeftOut are conditions of branches that can be left out of a program (YOGI-OPT section 5.2, the
// CD heuristic): such a branch then chooses its way freely. Runs of the program are runs of the one
// without them that make their choices as the conditions do, so what is proved of the latter holds
// of the program. The program stays as it is.
type LeftOut struct {
	program *Program
	at      map[*Input]*Goto // the branch by the choice that stands in its condition's place
}

// LeaveOut finds the conditions of branches on which no event of the program's rule is control
// dependent: no error, no assignment of the rule's state, and no call that comes to one. Where the
// paper looks for calls of SLIC functions, this looks for what they do, since they are found in any
// program (FindRuleState). Assumptions that are no branches stay, as do branches whose guards do
// not exclude one another already.
func LeaveOut(p *Program) *LeftOut {
	events := p.events()
	out := &LeftOut{program: p, at: map[*Input]*Goto{}}
	next := p.nextInput()
	for _, f := range p.Functions {
		control := f.ControlDependence()
		relevant := make([]bool, len(f.Blocks))
		var mark func(block int)
		mark = func(block int) {
			for _, on := range control[block] {
				if !relevant[on] {
					relevant[on] = true
					mark(on)
				}
			}
		}
		for _, b := range f.Blocks {
			if events[b] {
				mark(b.Index)
			}
		}
		for _, block := range f.Blocks {
			g, ok := block.Terminator.(*Goto)
			if !ok || relevant[block.Index] || g.Choice != nil || len(g.Targets) < 2 {
				continue
			}
			choice := &Input{ID: next, Kind: Choice, Name: "a condition left out", Pos: g.Pos}
			next++
			out.at[choice] = g
		}
	}
	return out
}

// nextInput is an ID that no input has.
func (p *Program) nextInput() int {
	next := 0
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if g, ok := b.Terminator.(*Goto); ok && g.Choice != nil {
				next = max(next, g.Choice.ID+1)
			}
			for _, i := range b.Instructions {
				if h, ok := i.(*Havoc); ok {
					next = max(next, h.Input.ID+1)
				}
			}
		}
	}
	return next
}

// Len is the number of conditions that are left out.
func (l *LeftOut) Len() int { return len(l.at) }

// Has says that an input is the choice in the place of a condition that is left out.
func (l *LeftOut) Has(choice *Input) bool { return l.at[choice] != nil }

// PutBack is l without the conditions in whose places some of the inputs stand.
func (l *LeftOut) PutBack(choices ...*Input) *LeftOut {
	out := &LeftOut{program: l.program, at: maps.Clone(l.at)}
	for _, choice := range choices {
		delete(out.at, choice)
	}
	return out
}

// Program is the program without the conditions. It has blocks and instructions of its own, over
// the same variables and inputs, so a test of it without the choices may be one of the program.
func (l *LeftOut) Program() *Program {
	choices := map[*Goto]*Input{}
	for choice, g := range l.at {
		choices[g] = choice
	}
	out := l.program.CopyBlocks()
	for i, f := range l.program.Functions {
		for j, b := range f.Blocks {
			g, ok := b.Terminator.(*Goto)
			if !ok || choices[g] == nil {
				continue
			}
			free := out.Functions[i].Blocks[j].Terminator.(*Goto)
			free.Choice = choices[g]
			for k := range free.Targets {
				free.Targets[k].Guard = l.program.Terms.True()
			}
		}
	}
	return out
}

// events are the blocks in which the rule errs, its state is set, or a function is called that
// comes to such a block.
func (p *Program) events() map[*Block]bool {
	state := FindRuleState(p).Variables
	callers := map[*Function][]*Block{}
	events := map[*Block]bool{}
	var work []*Block
	add := func(b *Block) {
		if !events[b] {
			events[b] = true
			work = append(work, b)
		}
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if call := b.Call(); call != nil {
				callers[call.Callee] = append(callers[call.Callee], b)
			}
			switch b.Terminator.(type) {
			case *Error, *Unsupported:
				add(b)
			}
			if slices.ContainsFunc(b.Instructions, func(i Instruction) bool { return sets(i, state) }) {
				add(b)
			}
		}
	}
	known := map[*Function]bool{}
	for len(work) > 0 {
		f := work[0].Function
		work = work[1:]
		if !known[f] {
			known[f] = true
			for _, b := range callers[f] {
				add(b)
			}
		}
	}
	return events
}

// sets says that an instruction gives one of the variables a value itself.
func sets(i Instruction, variables map[*Variable]bool) bool {
	switch i := i.(type) {
	case *Assign:
		return variables[i.Dst]
	case *Havoc:
		return variables[i.Dst]
	case *Call:
		return slices.ContainsFunc(i.Results, func(v *Variable) bool { return v != nil && variables[v] })
	}
	return false
}
