package ir

import (
	"strconv"

	"yogi/internal/term"
)

// AddressOf is the address of o as a front end should write it in terms: a constant global that the
// memory pass replaces by the number.
//
// It keeps apart what a number mixes: in &a[i-1] the terms fold to one constant, from which nobody can
// tell any more that a is meant and not the object that lies before it. The alias analysis takes a plain
// number that may be an address for one of any object.
func (p *Program) AddressOf(o *Object) *term.Term {
	if o.Symbol == nil {
		name := "&" + o.Name + "@" + strconv.FormatUint(o.Address, 16)
		o.Symbol = p.NewGlobal(name, p.Terms.BV(p.Model.PointerWidth))
		o.Symbol.Constant = true
		o.Symbol.Type = "address"
	}
	return o.Symbol.Sym
}

// ObjectAt is the object of the program in whose bytes an address lies, or nil. Objects do not overlap.
func (p *Program) ObjectAt(address uint64) *Object {
	for _, o := range p.Objects {
		if offset := address - o.Address; offset < o.Size {
			return o
		}
	}
	return nil
}

// ResolveAddresses replaces the symbols that AddressOf made by the addresses and forgets them.
func (p *Program) ResolveAddresses() {
	symbols := map[*term.Term]*term.Term{}
	for _, o := range p.Objects {
		if o.Symbol != nil {
			symbols[o.Symbol.Sym] = p.Terms.BVConst(p.Model.PointerWidth, o.Address)
		}
	}
	if len(symbols) == 0 {
		return
	}
	substitution := p.Terms.NewSubstitution(symbols)
	p.mapAllTerms(substitution.Apply)
	p.RemoveGlobals(func(v *Variable) bool { return symbols[v.Sym] != nil })
	for _, o := range p.Objects {
		o.Symbol = nil
	}
}

// mapAllTerms replaces every term of the program.
func (p *Program) mapAllTerms(change func(*term.Term) *term.Term) {
	each := func(terms []*term.Term) {
		for i, t := range terms {
			terms[i] = change(t)
		}
	}
	each(p.Axioms)
	each(p.Initial)
	for _, f := range p.Functions {
		each(f.FreeRequires)
		each(f.FreeEnsures)
		f.mapTerms(change)
	}
}
