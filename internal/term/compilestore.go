package term

import "slices"

// This file compiles assignments such as a := store(a, i, v), which change an array instead of making another
// one: its variable, of bank 0, is a MutableArray for as long as nobody looks at its value.

// Update compiles the assignment v := t without a new array, and reports whether it can: where t is v with stores,
// also stores under conditions, and indices and elements are words.
func (c *Compiler) Update(v, t *Term) bool {
	to, ok := c.variable(v)
	if !ok || to.space != changing || v.sort.Kind != KindArray || !cellSort(v.sort) || !c.storesTo(v, t) {
		return false
	}
	c.update(v, t, to)
	c.latest = nil
	c.forget(v, to)
	return true
}

// storesTo reports whether t is v with stores and choices between such.
func (c *Compiler) storesTo(v, t *Term) bool {
	for t.op == OpStore {
		t = t.args[0]
	}
	switch {
	case t == v:
		return true
	case t.op != OpIte:
		return false
	case t.size <= lazySize:
		return c.storesTo(v, t.args[1]) && c.storesTo(v, t.args[2])
	}
	base, _ := sidesOf(t)
	return base != nil && c.storesTo(v, base) && !c.mayFail(t)
}

// sidesOf is the side of a choice that the other one makes by stores to it, and that one; nil, nil: there is none.
func sidesOf(t *Term) (base, side *Term) {
	for _, both := range [][2]*Term{{t.args[2], t.args[1]}, {t.args[1], t.args[2]}} {
		at := both[1]
		for at != both[0] && at.op == OpStore {
			at = at.args[0]
		}
		if at == both[0] {
			return both[0], both[1]
		}
	}
	return nil, nil
}

// update compiles the stores of t. What they read is computed before the first of them changes anything.
func (c *Compiler) update(v, t *Term, to Operand) {
	switch {
	case t.op == OpStore:
		store := c.store(t, to)
		c.update(v, t.args[0], to)
		c.emit(store)
	case t.op == OpIte && t.size <= lazySize:
		c.either(c.Eval(t.args[0]), func() { c.update(v, t.args[1], to) }, func() { c.update(v, t.args[2], to) })
	case t.op == OpIte:
		c.updateSide(v, t, to)
	}
}

// updateSide compiles a choice of which one side has stores of the other in front of it, which is compiled once.
func (c *Compiler) updateSide(v, t *Term, to Operand) {
	condition := c.Eval(t.args[0])
	base, side := sidesOf(t)
	var stores []instruction // the last first
	for at := side; at != base; at = at.args[0] {
		stores = append(stores, c.store(at, to))
	}
	c.update(v, base, to)
	emit := func() {
		for _, store := range slices.Backward(stores) {
			c.emit(store)
		}
	}
	if side == t.args[1] {
		c.either(condition, emit, func() {})
	} else {
		c.either(condition, func() {}, emit)
	}
}

// store computes what a store writes and where, and is the instruction that does it.
func (c *Compiler) store(t *Term, to Operand) instruction {
	index := c.Eval(t.args[1])
	return instruction{code: codeStoreCell, x: index, y: c.Eval(t.args[2]), to: to}
}
