package ir

import (
	"slices"

	"yogi/internal/term"
)

// Addresses is Constants with what is known of pointers wherever they are: a variable or a cell of
// memory of the width of a pointer that only ever gets a few constants, copies and sums of them
// included, holds one of those. So a pointer that is not null is the address of the one object that
// it can be given, and behind the test that says so it is a constant. A map all of whose addresses
// are such constants is no map then, but a variable for each cell, and what these hold is looked at
// again. It needs the normal form, and comes after the memory pass; runs that begin at the entry,
// and their inputs, stay the same.
func Addresses(p *Program) {
	if p.Model == nil || p.Entry == nil {
		return
	}
	for range maxRounds {
		x := flowOfValues(p)
		few := x.addresses()
		found := x.lone()
		if len(few) == 0 && len(found.lone) == 0 {
			return
		}
		found.replace()
		FixedGlobals(p) // of those that memory was made into
		ComputeModifies(p)
		propagate(p, few)
		Normalize(p)
		Simplify(p)
		if len(found.lone) == 0 {
			return
		}
	}
}

// maxRounds is how long a chain of cells that hold addresses of cells is followed.
const maxRounds = 8

// addresses are the values of variables that hold an address of an object in some run, as far as
// they are few. What no run from the entry sets is not listed.
func (x *valueFlow) addresses() map[*Variable][]*term.Term {
	addresses := map[*term.Term]bool{}
	for _, o := range x.program.Objects {
		addresses[x.program.Terms.BVConst(x.program.Model.PointerWidth, o.Address)] = true
	}
	out := map[*Variable][]*term.Term{}
	for v, s := range x.sets {
		if !s.any && slices.ContainsFunc(s.values, func(t *term.Term) bool { return addresses[t] }) {
			out[v] = s.values
		}
	}
	return out
}
