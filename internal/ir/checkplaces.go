package ir

import "yogi/internal/term"

// places checks the maps of the machine's numbers of addresses: who reads one of them takes for
// granted that it is a global from granules to distances that no instruction changes, and the other
// one from numbers to granules.
func (c *checker) places() {
	p := c.program
	if p.Places == nil && p.Owners == nil {
		return
	}
	if p.Model == nil {
		c.fail("places of objects without a data model")
		return
	}
	number, granule := p.Terms.BV(p.Model.PointerWidth), p.granuleSort()
	c.placeMap("places", p.Places, p.Terms.Array(granule, number))
	c.placeMap("owners", p.Owners, p.Terms.Array(number, granule))
	if p.Places != nil && !p.Places.Constant {
		c.fail("places %s is not constant", p.Places.Name)
	}
	if p.Owners != nil && p.Owners.Constant {
		c.fail("owners %s is constant", p.Owners.Name)
	}
}

func (c *checker) placeMap(what string, v *Variable, sort *term.Sort) {
	switch {
	case v == nil:
	case v.Kind != Global || v.Index >= len(c.program.Globals) || c.program.Globals[v.Index] != v:
		c.fail("%s %s is no global of the program", what, v.Name)
	case v.Memory != nil:
		c.fail("%s %s is a map of memory", what, v.Name)
	case v.Sort != sort:
		c.fail("%s %s has sort %s, not %s", what, v.Name, v.Sort, sort)
	}
}

// owners checks an instruction that changes the map of owners: it writes granules into what was
// there, or starts it with the same everywhere.
func (c *checker) owners(i Instruction) {
	for _, v := range Defined(i) {
		if v == nil || v != c.program.Owners {
			continue
		}
		if a, ok := i.(*Assign); !ok || a.Src == nil || !c.isOfOwners(a.Src) {
			c.fail("owners %s becomes what is not made of it by writing to it", v.Name)
		}
	}
}

func (c *checker) isOfOwners(t *term.Term) bool {
	known := map[*term.Term]bool{} // the choices that are, which the sides of others share
	var is func(t *term.Term) bool
	is = func(t *term.Term) bool {
		for t.Op() == term.OpStore {
			t = t.Arg(0)
		}
		switch {
		case known[t], t.Op() == term.OpConst, t.Op() == term.OpConstArray, t == c.program.Owners.Sym:
			return true
		case t.Op() != term.OpIte:
			return false
		}
		known[t] = is(t.Arg(1)) && is(t.Arg(2))
		return known[t]
	}
	return is(t)
}
