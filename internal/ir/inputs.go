package ir

import (
	"cmp"
	"slices"
)

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

// InputRole says what an input is by its place in the program's text, which an edit elsewhere leaves as it is, other
// than the input's number. Inputs with one Function, Kind, Name and Type are numbered from 0 in the order of the text.
type InputRole struct {
	Function string `json:"function"`
	Kind     string `json:"kind"`
	Name     string `json:"name"`
	Type     string `json:"type"`
	Order    int    `json:"order"`
	// Into is the variable of the source that gets the value, "" if that is not plain to see. It is no part of what an
	// input is known by, but tells where among those alike an edit was.
	Into string `json:"into,omitempty"`
}

// Known is the role without what an edit may change.
func (r InputRole) Known() InputRole { r.Into = ""; return r }

// Alike is the role without the number, too.
func (r InputRole) Alike() InputRole { r.Order, r.Into = 0, ""; return r }

// InputRoles are the roles of a program's inputs by their numbers, and how many have each role but for the order.
func (p *Program) InputRoles() (roles map[int]InputRole, alike map[InputRole]int) {
	roles, alike = map[int]InputRole{}, map[InputRole]int{}
	type placed struct {
		input *Input
		into  string
	}
	for _, f := range p.Functions {
		var inputs []placed
		for _, b := range f.Blocks {
			for n, i := range b.Instructions {
				if h, ok := i.(*Havoc); ok {
					inputs = append(inputs, placed{h.Input, h.into(b.Instructions[n+1:])})
				}
			}
			if g, ok := b.Terminator.(*Goto); ok && g.Choice != nil {
				inputs = append(inputs, placed{g.Choice, ""})
			}
		}
		// Front ends number inputs in the order of the text, passes may change the order of blocks.
		slices.SortStableFunc(inputs, func(a, b placed) int { return cmp.Compare(a.input.ID, b.input.ID) })
		for _, at := range inputs {
			in := at.input
			if _, isKnown := roles[in.ID]; isKnown { // a block that a pass has copied
				continue
			}
			role := InputRole{Function: f.Name, Kind: in.Kind.String(), Name: in.Name, Type: in.Type}
			n := alike[role]
			alike[role] = n + 1
			role.Order, role.Into = n, at.into
			roles[in.ID] = role
		}
	}
	return roles, alike
}

// into is the variable of the source that gets the value of an input: its own, or the first one that something is
// assigned to which depends on it.
func (h *Havoc) into(then []Instruction) string {
	if h.Dst.Source != "" {
		return h.Dst.Name
	}
	for _, i := range then[:min(len(then), 8)] {
		if a, ok := i.(*Assign); ok && a.Dst.Source != "" && a.Src.DependsOn(h.Dst.Sym) {
			return a.Dst.Name
		}
	}
	return ""
}
