package ir

import (
	"slices"
	"strings"

	"yogi/internal/term"
)

// CloneLeaves gives calls of small functions copies of the function, so that an analysis which does not tell
// calls apart sees what each is given: two locks in one object, say, that an acquire function gets the
// addresses of. Each call of a function without branches has its own copy, as have its calls in turn; calls of a
// function with branches share one if they pass the same addresses of objects, and the function itself if they pass
// none. A function that makes objects has a copy for each call, in which parameters that are given constants are these:
// what the calls make is kept apart, and sizes are known. A function that takes inputs and makes nothing stays one. It
// needs the normal form; runs stay the same.
func CloneLeaves(p *Program, maxInstructions int) {
	if p.Entry == nil {
		return
	}
	c := &leafCloner{
		sites: p.lastSite(), program: p, limit: maxInstructions, measures: map[*Function]measure{}, called: map[*Function]bool{},
		objects: map[*term.Term]bool{}, given: map[string]*Function{}, copies: map[string]int{},
	}
	for _, o := range p.Objects {
		if o.Symbol != nil {
			c.objects[o.Symbol.Sym] = true
		}
	}
	before := called(p.Entry)
	stay := p.apart(before)
	for work := []*addressed{{function: p.Entry}}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range f.function.Blocks {
			call := b.Call()
			if call == nil {
				continue
			}
			addresses := c.addresses(f, call)
			c.choose(call, addresses)
			if !c.called[call.Callee] {
				c.called[call.Callee] = true
				work = append(work, &addressed{call.Callee, addresses})
			}
		}
	}
	now := called(p.Entry)
	p.drop(func(f *Function) bool { return before[f] && !now[f] && !stay[f] }) // each call has a copy
}

// addressed is a function with the addresses that each call of it gives its parameters; nil: that is not known of one.
type addressed struct {
	function  *Function
	addresses []*term.Term
}

// SourceName is the name of the function that f is, or is a copy of.
func (f *Function) SourceName() string {
	name, _, _ := strings.Cut(f.Name, copyMark)
	return name
}

// made are the names of functions that stand for no function of the program, in words.
var made = map[string]string{"@start": "the start of the program", "@exit": "the end of the program", "@outside": "the outside"}

// Told is the function in words for a reader of the program: the name of the function that f is, or is a copy of, or
// that a model of the library gives it, or what a function of the front end's own stands for.
func (f *Function) Told() string {
	name := f.SourceName()
	if words := made[name]; words != "" {
		return words
	}
	name, _, isModel := strings.Cut(name, modelMark)
	if words := read[name]; isModel && words != "" {
		return words
	}
	return name
}

// read are the loops of the library that no function of it is called like, in words.
var read = map[string]string{
	"string": "a text that is read to its end", "string of n": "a text that is read up to a number of characters",
	"wide string": "a wide text that is read to its end", "wide string of n": "a wide text that is read up to a number of characters",
}

// modelMark stands behind the name of a function that is made by a model of the library; no name in C has it.
const modelMark = "@library"

// copyMark stands between the name of a function and the number of its copy; no name in C has it.
const copyMark = "#"

type leafCloner struct {
	program  *Program
	limit    int
	measures map[*Function]measure
	called   map[*Function]bool
	objects  map[*term.Term]bool  // the symbols of their addresses
	given    map[string]*Function // copies of functions with branches, by name and addresses
	copies   map[string]int
	sites    int // the number of the last place where objects are made
}

// lastSite is the largest number of a place where objects are made.
func (p *Program) lastSite() int {
	last := 0
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if a, ok := i.(*Alloc); ok {
					last = max(last, a.Site)
				}
			}
		}
	}
	return last
}

// measure says whether a function may be copied.
type measure struct {
	size     int // instructions, with those of its callees; more than the limit if it must not be copied
	branches bool
	inputs   bool // it takes some
	makes    bool // it makes objects
}

// choose gives a call its copy of the callee, if it is to have one.
func (c *leafCloner) choose(call *Call, addresses []*term.Term) {
	switch m := c.measureOf(call.Callee); {
	case m.size > c.limit:
	case m.makes:
		if constants := c.constants(call); c.called[call.Callee] || len(constants) > 0 {
			call.Callee = c.clone(call.Callee, constants)
		}
	case m.inputs:
	case !m.branches:
		if c.called[call.Callee] {
			call.Callee = c.clone(call.Callee, nil)
		}
	case slices.ContainsFunc(addresses, func(t *term.Term) bool { return t != nil }):
		key := call.Callee.Name
		for _, t := range addresses {
			key += " "
			if t != nil {
				key += itoa(int(t.ID()))
			}
		}
		if c.given[key] == nil {
			c.given[key] = c.clone(call.Callee, nil)
		}
		call.Callee = c.given[key]
	}
}

// constants are the parameters that a call gives constants, and that the callee does not change.
func (c *leafCloner) constants(call *Call) map[*Variable]*term.Term {
	given := map[*Variable]*term.Term{}
	for i, arg := range call.Args {
		if v := call.Callee.Params[i]; arg.IsConst() && !call.Callee.assigns(v) {
			given[v] = arg
		}
	}
	return given
}

// addresses are those arguments of a call in f that are addresses in objects which are there from the start.
func (c *leafCloner) addresses(f *addressed, call *Call) []*term.Term {
	known := map[*term.Term]*term.Term{}
	for i, t := range f.addresses {
		if v := f.function.Params[i]; t != nil && !f.function.assigns(v) {
			known[v.Sym] = t
		}
	}
	out := make([]*term.Term, len(call.Args))
	for i, arg := range call.Args {
		t := c.program.Terms.Substitute(arg, known)
		if vars := t.Vars(); len(vars) > 0 && !slices.ContainsFunc(vars, func(v *term.Term) bool { return !c.objects[v] }) {
			out[i] = t
		}
	}
	return out
}

// assigns reports whether an instruction of f changes v.
func (f *Function) assigns(v *Variable) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if slices.Contains(Defined(i), v) {
				return true
			}
		}
	}
	return false
}

// measureOf measures a function once.
func (c *leafCloner) measureOf(f *Function) measure {
	if m, known := c.measures[f]; known {
		return m
	}
	tooLarge := measure{size: c.limit + 1}
	c.measures[f] = tooLarge // where it calls itself
	var m measure
	for _, b := range f.Blocks {
		switch t := b.Terminator.(type) {
		case *Return:
		case *Error, *Halt:
			m.branches = true
		case *Goto:
			if t.Choice != nil {
				return tooLarge
			}
			m.branches = m.branches || len(t.Targets) != 1 || !t.Targets[0].Guard.IsTrue()
		default:
			return tooLarge
		}
		for _, i := range b.Instructions {
			if tells(i) {
				continue // a program that tells more has the copies that the one which was searched has
			}
			m.size++
			switch i := i.(type) {
			case *Clobber:
				return tooLarge
			case *Havoc:
				m.inputs = true
			case *Alloc:
				m.makes = true
			case *Call:
				inner := c.measureOf(i.Callee)
				m.size, m.branches = m.size+inner.size, m.branches || inner.branches
				m.inputs, m.makes = m.inputs || inner.inputs, m.makes || inner.makes
			}
			if m.size > c.limit {
				return tooLarge
			}
		}
	}
	if len(f.Blocks) == 0 {
		return tooLarge
	}
	c.measures[f] = m
	return m
}

// clone makes a copy of f, which calls what f calls, with constants in the place of some parameters.
func (c *leafCloner) clone(f *Function, constants map[*Variable]*term.Term) *Function {
	name := f.SourceName()
	c.copies[name]++
	made := f.copyAs(name+copyMark+itoa(c.copies[name]+1), constants)
	c.measures[made] = c.measures[f]
	for _, b := range made.Blocks {
		for _, i := range b.Instructions {
			if a, ok := i.(*Alloc); ok {
				c.sites++
				a.Site = c.sites
			}
		}
	}
	made.normalize() // constants decide branches
	return made
}
