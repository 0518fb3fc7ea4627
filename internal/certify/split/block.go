package split

import (
	"fmt"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// alloc checks that the address is the counter's, that the counter moves past the object and a byte more,
// and that what is assumed of the address follows: the address space suffices, and the counter began at
// the first free address, at the start of a granule.
func (w *walk) alloc(i *ir.Alloc) error {
	t, bits := w.terms, w.after.Model.GranuleBits
	counter := w.after.AllocCounter
	size := w.resolved.Apply(i.Size)
	if saved, ok := w.peek().(*ir.Assign); ok && size.DependsOn(i.Dst.Sym) && saved.Src == size && w.fresh(saved.Dst) {
		w.take()
		size = saved.Dst.Sym
	}
	padded := t.BVAdd(size, w.word(1<<bits))
	if !size.IsConst() {
		if a, ok := w.take().(*ir.Assume); !ok || a.Cond != t.BVUlt(size, padded) {
			return fmt.Errorf("the size of the object is not bounded by the address space")
		}
	}
	if err := w.assumed(assumption.AddressSpace); err != nil {
		return err
	}
	if err := w.expect(i.Dst, counter.Sym); err != nil {
		return err
	}
	shift := w.word(uint64(bits))
	if err := w.expect(counter, t.BVAdd(counter.Sym, t.BVShl(t.BVLshr(padded, shift), shift))); err != nil {
		return err
	}
	facts := []*term.Term{t.BVUlt(i.Dst.Sym, counter.Sym), t.BVUle(w.word(w.after.FirstFree), i.Dst.Sym)}
	if w.after.FirstFree%(1<<bits) == 0 {
		facts = append(facts, t.Eq(t.Extract(bits-1, 0, i.Dst.Sym), t.BVConst(bits, 0)))
	}
	if a, ok := w.take().(*ir.Assume); !ok || a.Cond != t.And(facts...) {
		return fmt.Errorf("what is assumed of the address of an object is not that it is fresh")
	}
	if i.Zero {
		return w.clear(i, size)
	}
	return nil
}

// clear checks that a fresh object is filled with zeros. In one of a size that is no constant each map is
// cleared by a loop, which may leave bytes out: nobody saw them before, so they may as well have been
// zeros. Outside the object nothing may be touched.
func (w *walk) clear(i *ir.Alloc, size *term.Term) error {
	if n, ok := size.Value(); ok {
		return w.filled(i.Dst.Sym, i.Dst.Sym, n.Uint64(), 0)
	}
	cells, err := w.mapsOf(i)
	if err != nil {
		return err
	}
	for range cells {
		cleared, err := w.loop(func(r round) error {
			zero := w.terms.BVConst(r.memory.Sort.Elem.Width, 0)
			if !cells[r.memory] || r.end != size || r.written != w.terms.Store(r.memory.Sym, w.terms.BVAdd(i.Dst.Sym, r.offset.Sym), zero) {
				return fmt.Errorf("a fresh object is not cleared")
			}
			return nil
		})
		if err != nil {
			return err
		}
		cells[cleared] = false
	}
	return nil
}

// mapsOf are the maps in which a fresh object has cells.
func (w *walk) mapsOf(i *ir.Alloc) (map[*ir.Variable]bool, error) {
	out := map[*ir.Variable]bool{}
	if c := w.claim.Whole; c != nil {
		if c.Map != nil {
			out[c.Map] = true
		}
		return out, nil
	}
	p := w.claim.Variables[i.Dst]
	if p.Group == nil {
		return out, nil // nothing reaches the object
	}
	s := w.shapes[p.Group]
	if s == nil {
		return nil, fmt.Errorf("a fresh object is in a group that is not listed")
	}
	for _, c := range s.cellsOf(p.Sites[0]) { // there is one: typing
		if c.Map != nil {
			out[c.Map] = true
		}
	}
	return out, nil
}

// filled checks that every cell in the size bytes at an address gets the byte. The address is given as it
// was and as it is now.
func (w *walk) filled(addr, resolved *term.Term, size uint64, b uint8) error {
	return w.cells(addr, size, func(c *pointsto.Cell, _, offset *term.Term) (at, value *term.Term) {
		value = w.terms.BVConst(8, uint64(b))
		for range c.Map.Sort.Elem.Width/8 - 1 {
			value = w.terms.Concat(w.terms.BVConst(8, uint64(b)), value)
		}
		return w.terms.BVAdd(resolved, offset), value
	})
}

// fill checks that every cell gets the byte.
func (w *walk) fill(i *ir.Fill) error {
	return w.filled(i.Addr, w.resolved.Apply(i.Addr), i.Size, i.Byte)
}

// copy checks that every cell is copied. Source and destination are the same or do not overlap, so the
// order does not matter.
func (w *walk) copy(i *ir.Copy) error {
	to, from := w.resolved.Apply(i.To), w.resolved.Apply(i.From)
	if to == from {
		return nil
	}
	return w.cells(i.To, i.Size, func(c *pointsto.Cell, memory, offset *term.Term) (at, value *term.Term) {
		return w.terms.BVAdd(to, offset), w.terms.Select(memory, w.terms.BVAdd(from, offset))
	})
}

// write says what is written at an offset: the address and the value, which may be read from memory.
type write func(c *pointsto.Cell, memory, offset *term.Term) (at, value *term.Term)

// target is the keys of a map that an instruction writes, by their distance from its address.
type target struct {
	cell    *pointsto.Cell
	offsets []uint64
	done    map[uint64]bool // by offset: whether it was written
}

func newTarget(c *pointsto.Cell, offsets []uint64) *target {
	t := &target{c, offsets, make(map[uint64]bool, len(offsets))}
	for _, at := range offsets {
		t.done[at] = false
	}
	return t
}

// targets lists what the size bytes at an address are in the maps.
func (w *walk) targets(addr *term.Term, size uint64) (map[*ir.Variable]*target, error) {
	out := map[*ir.Variable]*target{}
	if c := w.claim.Whole; c != nil {
		if c.Map != nil && size > 0 {
			out[c.Map] = newTarget(c, row(0, size))
		}
		return out, nil
	}
	if v := w.infer(addr); !v.claimed {
		return out, nil // a fresh object that nothing reaches
	}
	s, err := w.place(addr)
	if err != nil {
		return nil, err
	}
	site, err := only(s.among())
	if err != nil || site == nil {
		return out, err
	}
	for _, c := range s.cellsOf(*site) {
		offsets, err := offsetsIn(s.shape, c, s.at, int64(size))
		if err != nil {
			return nil, err
		}
		if c.Map == nil || len(offsets) == 0 {
			continue
		}
		if other := out[c.Map]; other != nil {
			offsets = slices.Concat(other.offsets, offsets)
			slices.Sort(offsets)
		}
		out[c.Map] = newTarget(c, offsets)
	}
	return out, nil
}

// cells checks that the cells in the size bytes at an address are written, and nothing else that counts.
func (w *walk) cells(addr *term.Term, size uint64, what write) error {
	targets, err := w.targets(addr, size)
	if err != nil {
		return err
	}
	for len(targets) > 0 {
		a, ok := w.peek().(*ir.Assign)
		if !ok {
			return fmt.Errorf("cells are missing")
		}
		written := a.Dst
		if t := targets[written]; t != nil {
			err = w.atOnce(t, size, what)
		} else {
			written, err = w.byLoop(targets, size, what)
		}
		if err != nil {
			return err
		}
		if covers(targets[written].done, targets[written].offsets) {
			delete(targets, written)
		}
	}
	return nil
}

// atOnce takes one assignment that writes all cells of a map. Of bytes also those between the cells may
// be written, where the map holds nothing.
func (w *walk) atOnce(t *target, size uint64, what write) error {
	a := w.take().(*ir.Assign)
	if a.Src != w.unrolled(t.cell, t.offsets, what) && (t.cell.Uniform || a.Src != w.unrolled(t.cell, row(0, size), what)) {
		return fmt.Errorf("%s does not become what is written", a.Dst.Name)
	}
	for _, at := range t.offsets {
		t.done[at] = true
	}
	return nil
}

// byLoop takes a loop that writes cells of one of the maps.
func (w *walk) byLoop(targets map[*ir.Variable]*target, size uint64, what write) (*ir.Variable, error) {
	return w.loop(func(r round) error {
		t := targets[r.memory]
		if t == nil {
			return fmt.Errorf("%s is written for nothing", r.memory.Name)
		}
		at, value := what(t.cell, r.memory.Sym, r.offset.Sym)
		if r.written != w.terms.Store(r.memory.Sym, at, value) {
			return fmt.Errorf("%s does not become what is written", r.memory.Name)
		}
		end, ok := r.end.Value()
		if !ok || end.Uint64() > size+r.step {
			return fmt.Errorf("a loop goes beyond the bytes")
		}
		for n := r.start; n < end.Uint64(); n += r.step {
			if _, ok := t.done[n]; n >= size || t.cell.Uniform && !ok {
				return fmt.Errorf("a loop writes to %s where it has no cells", r.memory.Name)
			}
			t.done[n] = true
		}
		return nil
	})
}

func covers(done map[uint64]bool, offsets []uint64) bool {
	for _, at := range offsets {
		if !done[at] {
			return false
		}
	}
	return true
}

// offsetsIn are those of the keys in the map of a cell that lie in size bytes. A uniform cell must not be
// cut.
func offsetsIn(s *shape, c *pointsto.Cell, at, size int64) ([]uint64, error) {
	var out []uint64
	for _, p := range s.parts(c, at, size) {
		switch {
		case (c.Uniform || c.Whole) && (p.from != p.start || p.to != p.start+c.Length):
			return nil, fmt.Errorf("the cell at %d is cut in two", c.Low)
		case !c.Uniform:
			out = append(out, row(uint64(p.from), uint64(p.to))...)
		default:
			out = append(out, uint64(p.start))
		}
	}
	return out, nil
}

func row(from, to uint64) []uint64 {
	out := make([]uint64, 0, to-from)
	for at := from; at < to; at++ {
		out = append(out, at)
	}
	return out
}

// unrolled is the map after all writes at once.
func (w *walk) unrolled(c *pointsto.Cell, offsets []uint64, what write) *term.Term {
	out := c.Map.Sym
	for _, n := range offsets {
		at, value := what(c, c.Map.Sym, w.word(n))
		out = w.terms.Store(out, at, value)
	}
	return out
}

// round is a loop over the cells of a map: offset goes from start in steps while it is below end.
type round struct {
	memory, offset *ir.Variable
	written, end   *term.Term
	start, step    uint64
}

// startsLoop recognises the assignment before a loop.
func (w *walk) startsLoop(a *ir.Assign) bool {
	return w.next+1 == len(w.block.Instructions) && w.fresh(a.Dst) && a.Src.IsConst() && a.Dst.Sort == w.terms.BV(w.after.Model.PointerWidth)
}

// loop takes a loop over cells and goes on behind it.
func (w *walk) loop(check func(round) error) (*ir.Variable, error) {
	wrong := fmt.Errorf("there is no loop over cells")
	first, ok := w.peek().(*ir.Assign)
	if !ok || !w.startsLoop(first) {
		return nil, wrong
	}
	head := onlyTarget(w.block)
	if head == nil || len(head.Instructions) > 0 || w.enter(head) != nil {
		return nil, wrong
	}
	branch, ok := head.Terminator.(*ir.Goto)
	if !ok || len(branch.Targets) != 2 || branch.Choice != nil {
		return nil, wrong
	}
	body, rest := branch.Targets[0].Block, branch.Targets[1].Block
	inside := branch.Targets[0].Guard
	if branch.Targets[1].Guard != w.terms.Not(inside) || len(body.Instructions) != 2 || onlyTarget(body) != head || w.enter(body) != nil {
		return nil, wrong
	}
	write, ok := body.Instructions[0].(*ir.Assign)
	advance, also := body.Instructions[1].(*ir.Assign)
	if !ok || !also || advance.Dst != first.Dst || write.Dst.Sort.Kind != term.KindArray {
		return nil, wrong
	}
	start, _ := first.Src.Value()
	step, ok := w.terms.BVSub(advance.Src, first.Dst.Sym).Value()
	if !ok || step.Uint64() == 0 || step.Int64() < 0 {
		return nil, wrong
	}
	end := endOf(inside, first.Dst.Sym)
	if end == nil || end.DependsOn(first.Dst.Sym) || end.DependsOn(write.Dst.Sym) {
		return nil, wrong
	}
	if err := check(round{write.Dst, first.Dst, write.Src, end, start.Uint64(), step.Uint64()}); err != nil {
		return nil, err
	}
	return write.Dst, w.enter(rest)
}

// endOf is e if the condition is offset < e, else nil.
func endOf(cond, offset *term.Term) *term.Term {
	if args := cond.Args(); cond.Op() == term.OpBVUlt && args[0] == offset {
		return args[1]
	}
	return nil
}

func onlyTarget(b *ir.Block) *ir.Block {
	g, ok := b.Terminator.(*ir.Goto)
	if !ok || len(g.Targets) != 1 || g.Choice != nil || !g.Targets[0].Guard.IsTrue() {
		return nil
	}
	return g.Targets[0].Block
}
