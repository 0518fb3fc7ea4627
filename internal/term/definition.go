package term

// Definition returns the term that sym must equal for c to hold, if c says no more than that; else nil.
func (b *Builder) Definition(sym, c *Term) *Term {
	switch {
	case c == sym:
		return b.True()
	case c.Op() == OpNot && c.Args()[0] == sym:
		return b.False()
	case c.Op() != OpEq:
		return nil
	}
	x, y := c.Args()[0], c.Args()[1]
	if y == sym {
		x, y = y, x
	}
	if x == sym && !y.DependsOn(sym) {
		return y
	}
	if !reversible(c, sym) {
		return nil
	}
	value, ok := b.SolveFor(sym, c)
	if !ok {
		return nil
	}
	return value
}

// reversible reports whether every operation of the equation above sym is a bijection, so that its
// solution is its only one.
func reversible(t, sym *Term) bool {
	if t == sym || !t.DependsOn(sym) {
		return true
	}
	switch t.Op() {
	case OpEq, OpBVAdd, OpAdd, OpBVNot, OpBVXor:
	case OpBVMul:
		if k, ok := t.Args()[len(t.Args())-1].Value(); (!ok || k.Uint64()%2 == 0) && !oddFirst(t) {
			return false
		}
	default:
		return false
	}
	for _, a := range t.Args() {
		if !reversible(a, sym) {
			return false
		}
	}
	return true
}

func oddFirst(t *Term) bool {
	k, ok := t.Args()[0].Value()
	return ok && len(t.Args()) == 2 && k.Uint64()%2 == 1
}
