package ir

import (
	"slices"

	"yogi/internal/term"
)

// LeftOut are the conditions of branches that were left out of a program (YOGI-OPT section 5.2, the CD heuristic): such a
// branch chooses its way freely. Runs of the program are runs of the changed one that make their choices as the conditions
// do, so what is proved of the changed program holds of the program.
type LeftOut struct {
	branches map[*Input]leftOut // by the choice that stands in a condition's place
}

type leftOut struct {
	at     *Goto
	guards []*term.Term
}

// LeaveOut leaves out the conditions of branches on which no event of the program's rule is control dependent: no error, no
// assignment of the rule's state, and no call that comes to one. Where the paper looks for calls of SLIC functions, this
// looks for what they do, since they are found in any program (FindRuleState). Assumptions that are no branches stay, as do
// branches whose guards do not exclude one another already. Blocks and variables of the program are what they were.
func LeaveOut(p *Program) *LeftOut {
	events := p.events()
	out := &LeftOut{branches: map[*Input]leftOut{}}
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
			b := leftOut{at: g}
			for _, t := range g.Targets {
				b.guards = append(b.guards, t.Guard)
			}
			out.branches[choice] = b
		}
	}
	out.Change(p.Terms)
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
func (l *LeftOut) Len() int { return len(l.branches) }

// Has says that an input is the choice in the place of a condition that is left out.
func (l *LeftOut) Has(choice *Input) bool {
	_, ok := l.branches[choice]
	return ok
}

// Restore makes the program what it was, until Change.
func (l *LeftOut) Restore() {
	for _, b := range l.branches {
		b.restore()
	}
}

// Change leaves the conditions out.
func (l *LeftOut) Change(terms *term.Builder) {
	for choice, b := range l.branches {
		b.at.Choice = choice
		for i := range b.at.Targets {
			b.at.Targets[i].Guard = terms.True()
		}
	}
}

// PutBack puts the condition back for good in whose place a choice stands, if it stands for one.
func (l *LeftOut) PutBack(choice *Input) {
	if b, ok := l.branches[choice]; ok {
		b.restore()
		delete(l.branches, choice)
	}
}

func (b leftOut) restore() {
	b.at.Choice = nil
	for i, guard := range b.guards {
		b.at.Targets[i].Guard = guard
	}
}

// events are the blocks in which the rule errs, its state is set, or a function is called that comes to such a block.
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
