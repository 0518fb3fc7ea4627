package ir

import (
	"slices"

	"yogi/internal/term"
)

// maxValues is how many values of a variable are kept apart.
const maxValues = 8

// Addresses is Constants with what is known of pointers wherever they are: a variable of the width of a pointer that only ever gets a few
// constants, copies and sums of them included, holds one of those. So a pointer that is not null is the address of the one object that it
// can be given, and behind the test that says so it is a constant. It needs the normal form, and comes after the memory pass; runs that begin at the
// entry, and their inputs, stay the same.
func Addresses(p *Program) {
	if p.Model == nil || p.Entry == nil {
		return
	}
	few := fewValues(p)
	if len(few) == 0 {
		return
	}
	FixedGlobals(p) // of those that memory was made into
	ComputeModifies(p)
	propagate(p, few)
	Normalize(p)
	Simplify(p)
}

// fewValues are the values of variables that hold an address of an object in some run, as far as they are few. What no run from the entry sets
// is not listed.
func fewValues(p *Program) map[*Variable][]*term.Term {
	x := &valueSets{program: p, sets: map[*Variable]*valueSet{}}
	reached := p.called()
	x.open(reached)
	for x.changed = true; x.changed; {
		x.changed = false
		for _, f := range p.Functions {
			if reached[f] {
				x.function(f)
			}
		}
	}
	addresses := map[*term.Term]bool{}
	for _, o := range p.Objects {
		addresses[p.Terms.BVConst(p.Model.PointerWidth, o.Address)] = true
	}
	out := map[*Variable][]*term.Term{}
	for v, s := range x.sets {
		if !s.any && slices.ContainsFunc(s.values, func(t *term.Term) bool { return addresses[t] }) {
			out[v] = s.values
		}
	}
	return out
}

// valueSet is what a variable may hold; the zero value is nothing.
type valueSet struct {
	values []*term.Term // constants
	any    bool
}

type valueSets struct {
	program *Program
	sets    map[*Variable]*valueSet
	changed bool
}

// open marks what may hold anything where it is first read: globals that the entry does not set before, its parameters, and variables of functions
// that are read before they are assigned.
func (x *valueSets) open(reached map[*Function]bool) {
	set := x.program.setAtStart()
	for _, v := range x.program.Globals {
		if set[v] == nil {
			x.set(v).any = true
		}
	}
	for _, v := range x.program.Entry.Params {
		x.set(v).any = true
	}
	for f := range reached {
		if len(f.Blocks) == 0 {
			for _, v := range f.Results {
				x.set(v).any = true
			}
			continue
		}
		live := f.Liveness()[0]
		for _, v := range slices.Concat(f.Results, f.Locals) {
			if live[v.Sym] {
				x.set(v).any = true
			}
		}
	}
}

func (x *valueSets) set(v *Variable) *valueSet {
	s := x.sets[v]
	if s == nil {
		s = &valueSet{any: v.Sort.Kind != term.KindBV || v.Sort.Width != x.program.Model.PointerWidth}
		x.sets[v] = s
	}
	return s
}

// add lets a variable hold what another set has.
func (x *valueSets) add(v *Variable, from valueSet) {
	s := x.set(v)
	if s.any {
		return
	}
	for _, t := range from.values {
		if !slices.Contains(s.values, t) {
			s.values = append(s.values, t)
			x.changed = true
		}
	}
	if from.any || len(s.values) > maxValues {
		s.any, x.changed = true, true
	}
}

func (x *valueSets) function(f *Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			switch i := i.(type) {
			case *Assign:
				x.add(i.Dst, x.value(i.Src))
			case *Call:
				for n, v := range i.Callee.Params {
					x.add(v, x.value(i.Args[n]))
				}
				for n, v := range i.Results {
					if v != nil {
						x.add(v, *x.set(i.Callee.Results[n]))
					}
				}
			case *Assume:
			default:
				for _, v := range Defined(i) {
					x.add(v, valueSet{any: true})
				}
			}
		}
	}
}

// value is what a term may be.
func (x *valueSets) value(t *term.Term) valueSet {
	switch {
	case t.IsConst():
		return valueSet{values: []*term.Term{t}}
	case t.IsVar():
		if v := x.program.symbols[t]; v != nil {
			return *x.set(v)
		}
	case t.Op() == term.OpIte:
		then, els := x.value(t.Arg(1)), x.value(t.Arg(2))
		return valueSet{values: slices.Concat(then.values, els.values), any: then.any || els.any}
	case t.Op() == term.OpBVAdd && len(t.Args()) == 2 && (t.Arg(0).IsConst() || t.Arg(1).IsConst()):
		offset, from := t.Arg(0), t.Arg(1)
		if !offset.IsConst() {
			offset, from = from, offset
		}
		base := x.value(from)
		sums := valueSet{any: base.any}
		for _, c := range base.values {
			sums.values = append(sums.values, x.program.Terms.BVAdd(c, offset))
		}
		return sums
	}
	return valueSet{any: true}
}
