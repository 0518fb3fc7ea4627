package split

import (
	"fmt"
	"slices"

	"yogi/internal/certify/record"
	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// lowering checks that the program is the recorded one with each memory instruction replaced by
// assignments that do the same to the maps.
func (k *checker) lowering() error {
	if err := k.program(); err != nil {
		return &Rejection{"program", err.Error()}
	}
	if len(k.after.Functions) != len(k.before.Functions) {
		return &Rejection{"program", "functions came or went"}
	}
	for n, f := range k.before.Functions {
		if k.after.Functions[n] != f.Function {
			return &Rejection{"program", "functions changed places"}
		}
		if err := k.function(f); err != nil {
			return err
		}
	}
	return nil
}

// program checks what is outside functions: only maps came in, and what starts as zero does.
func (k *checker) program() error {
	maps := k.maps()
	known := map[*ir.Variable]bool{}
	for _, v := range k.before.Globals {
		known[v] = true
	}
	for _, v := range k.after.Globals {
		if !known[v] && !maps[v] {
			return fmt.Errorf("the variable %s came in", v.Name)
		}
	}
	if k.after.Entry != k.before.Entry || k.after.AllocCounter != k.before.Counter || k.after.FirstFree != k.before.FirstFree {
		return fmt.Errorf("the entry or the addresses of fresh objects changed")
	}
	if err := k.same("axiom", k.before.Axioms, k.after.Axioms); err != nil {
		return err
	}
	if err := k.same("initial condition", k.before.Initial, k.after.Initial); err != nil {
		return err
	}
	// A program whose memory was cut before begins with ranges of its own.
	for _, r := range k.before.Ranges {
		if !slices.Contains(k.after.InitialRanges, r) {
			return fmt.Errorf("cells of %s do not start as %d any more", r.Map.Name, r.Value)
		}
	}
	for _, r := range k.after.InitialRanges {
		if slices.Contains(k.before.Ranges, r) {
			continue
		}
		if err := k.startsZero(r, maps); err != nil {
			return err
		}
	}
	return nil
}

func (k *checker) maps() map[*ir.Variable]bool {
	out := map[*ir.Variable]bool{}
	if w := k.claim.Whole; w != nil && w.Map != nil {
		out[w.Map] = true
	}
	for _, g := range k.claim.Groups {
		for _, c := range g.Cells {
			if c.Map != nil {
				out[c.Map] = true
			}
		}
	}
	return out
}

func (k *checker) same(what string, before, after []*term.Term) error {
	if len(before) != len(after) {
		return fmt.Errorf("an %s came or went", what)
	}
	for i, t := range before {
		if k.resolved.Apply(t) != after[i] {
			return fmt.Errorf("%s %d changed", what, i)
		}
	}
	return nil
}

// startsZero checks that a range lies inside an object that starts as zero.
func (k *checker) startsZero(r ir.InitialRange, maps map[*ir.Variable]bool) error {
	if r.Value != 0 || !maps[r.Map] || 8*r.CellBytes != r.Map.Sort.Elem.Width {
		return fmt.Errorf("cells of %s start as %d", r.Map.Name, r.Value)
	}
	for _, o := range k.before.Objects {
		if o.Object.Zero && r.From >= o.Object.Address && r.From <= r.To && r.To <= o.Object.Address+o.Object.Size {
			return nil
		}
	}
	return fmt.Errorf("%s starts as zero from %d to %d, where there is no object of zeros", r.Map.Name, r.From, r.To)
}

// function checks the blocks of one function; those that loops need stand behind the others.
func (k *checker) function(f record.Function) error {
	w := &walk{checker: k, function: f.Function, matched: map[*ir.Block]bool{}}
	if len(f.Function.Blocks) < len(f.Blocks) {
		return &Rejection{f.Function.Name, "blocks are missing"}
	}
	for n, b := range f.Blocks {
		if f.Function.Blocks[n] != b.Block {
			return &Rejection{f.Function.Name, fmt.Sprintf("block %d changed places", n)}
		}
		if err := w.recorded(b); err != nil {
			return &Rejection{fmt.Sprintf("%s, block %d", f.Function.Name, n), err.Error()}
		}
	}
	if len(w.matched) != len(f.Function.Blocks) {
		return &Rejection{f.Function.Name, "blocks came in"}
	}
	return nil
}

// walk goes over the new instructions of a function beside the recorded ones.
type walk struct {
	*checker
	function *ir.Function
	block    *ir.Block
	next     int // instruction of block
	matched  map[*ir.Block]bool
}

// enter goes to the start of a block that was not seen yet.
func (w *walk) enter(b *ir.Block) error {
	if w.matched[b] {
		return fmt.Errorf("block %d stands for two places", b.Index)
	}
	w.matched[b] = true
	w.block, w.next = b, 0
	return nil
}

// take is the next instruction, nil at the end of the block.
func (w *walk) take() ir.Instruction {
	if w.next == len(w.block.Instructions) {
		return nil
	}
	w.next++
	return w.block.Instructions[w.next-1]
}

func (w *walk) recorded(b record.Block) error {
	if err := w.enter(b.Block); err != nil {
		return err
	}
	for _, i := range b.Instructions {
		if err := w.instruction(i); err != nil {
			return fmt.Errorf("%v: %w", i.Original.Position(), err)
		}
	}
	if w.next != len(w.block.Instructions) {
		return fmt.Errorf("there are more instructions than there were")
	}
	return w.terminator(b.Terminator)
}

func (w *walk) terminator(t record.Terminator) error {
	if w.block.Terminator != t.Original {
		return fmt.Errorf("the terminator changed")
	}
	g, ok := t.Original.(*ir.Goto)
	if !ok {
		return nil
	}
	if len(g.Targets) != len(t.Targets) || g.Choice != t.Choice {
		return fmt.Errorf("a target came or went")
	}
	for n, target := range t.Targets {
		if g.Targets[n].Block != target.Block || g.Targets[n].Guard != w.resolved.Apply(target.Guard) {
			return fmt.Errorf("target %d changed", n)
		}
	}
	return nil
}

func (w *walk) instruction(i record.Instruction) error {
	switch c := i.Copied.(type) {
	case *ir.Load:
		return w.load(c)
	case *ir.Store:
		return w.store(c)
	case *ir.Copy:
		return w.copy(c)
	case *ir.Fill:
		return w.fill(c)
	case *ir.Alloc:
		return w.alloc(c)
	case *ir.Free:
		return nil // addresses are never used again
	}
	if c, ok := i.Copied.(*ir.Clobber); ok {
		return w.clobber(c)
	}
	if w.take() != i.Original {
		return fmt.Errorf("the instruction is gone")
	}
	return w.unchanged(i)
}

// clobber checks that all of memory becomes an input, unless nothing reads it. In split memory it has no meaning.
func (w *walk) clobber(*ir.Clobber) error {
	whole := w.claim.Whole
	if whole == nil {
		return fmt.Errorf("memory is split though an instruction may write anything")
	}
	if whole.Map == nil {
		return nil
	}
	if h, ok := w.take().(*ir.Havoc); !ok || h.Dst != whole.Map || h.Input.Kind != ir.MemoryWrite {
		return fmt.Errorf("memory does not become an input")
	}
	return nil
}

// unchanged checks that an instruction that is no memory instruction is as it was.
func (w *walk) unchanged(i record.Instruction) error {
	ok := false
	switch was := i.Copied.(type) {
	case *ir.Assign:
		is := i.Original.(*ir.Assign)
		ok = is.Dst == was.Dst && is.Src == w.resolved.Apply(was.Src)
	case *ir.Assume:
		ok = i.Original.(*ir.Assume).Cond == w.resolved.Apply(was.Cond)
	case *ir.Havoc:
		is := i.Original.(*ir.Havoc)
		ok = is.Dst == was.Dst && is.Input == was.Input
	case *ir.Call:
		is := i.Original.(*ir.Call)
		ok = is.Callee == was.Callee && len(is.Args) == len(was.Args) && len(is.Results) == len(was.Results)
		for n := 0; ok && n < len(was.Args); n++ {
			ok = is.Args[n] == w.resolved.Apply(was.Args[n])
		}
		for n := 0; ok && n < len(was.Results); n++ {
			ok = is.Results[n] == was.Results[n]
		}
	}
	if !ok {
		return fmt.Errorf("the instruction changed")
	}
	return nil
}

// expect takes the assignment of a term to a variable.
func (w *walk) expect(dst *ir.Variable, src *term.Term) error {
	if a, ok := w.take().(*ir.Assign); !ok || a.Dst != dst || a.Src != src {
		return fmt.Errorf("there is no assignment of %s to %s", src, dst.Name)
	}
	return nil
}

func (w *walk) load(i *ir.Load) error {
	cells, err := w.cellsOf(i, i.Dst.Sort)
	if err != nil {
		return err
	}
	c := cells[0].Cell
	if c.Map == nil {
		return fmt.Errorf("a load from a cell that is said to be never read")
	}
	value := w.read(c, w.resolved.Apply(i.Addr), widthOf(i.Dst.Sort)/8)
	if s := i.Dst.Sort; s.Kind == term.KindFloat {
		value = w.terms.FFromBits(s.Exp, s.Sig, value)
	}
	return w.expect(i.Dst, value)
}

// read is the value of width bytes at an address.
func (w *walk) read(c *pointsto.Cell, addr *term.Term, width int) *term.Term {
	if c.Uniform {
		return w.terms.Select(c.Map.Sym, addr)
	}
	var bytes []*term.Term // the first is the most significant
	for n := width - 1; n >= 0; n-- {
		bytes = append(bytes, w.terms.Select(c.Map.Sym, w.plus(addr, w.byteAt(n, width))))
	}
	return w.terms.Concat(bytes...)
}

// byteAt is where byte n of a value lies, counted from the least significant.
func (w *walk) byteAt(n, width int) uint64 {
	if w.after.Model.BigEndian {
		return uint64(width - 1 - n)
	}
	return uint64(n)
}

func (w *walk) plus(addr *term.Term, n uint64) *term.Term {
	return w.terms.BVAdd(addr, w.word(n))
}

func (w *walk) word(n uint64) *term.Term { return w.terms.BVConst(w.after.Model.PointerWidth, n) }

func (w *walk) store(i *ir.Store) error {
	cells, err := w.cellsOf(i, i.Value.Sort())
	if err != nil {
		return err
	}
	c := cells[0].Cell
	if c.Map == nil {
		return nil
	}
	value := w.resolved.Apply(i.Value)
	if s := value.Sort(); s.Kind == term.KindFloat {
		if value, err = w.bitsOf(value); err != nil {
			return err
		}
	}
	addr, written, width := w.resolved.Apply(i.Addr), c.Map.Sym, value.Sort().Width/8
	if c.Uniform {
		return w.expect(c.Map, w.terms.Store(written, addr, value))
	}
	for n := range width {
		written = w.terms.Store(written, w.plus(addr, w.byteAt(n, width)), w.terms.Extract(8*n+7, 8*n, value))
	}
	return w.expect(c.Map, written)
}

// bitsOf is the pattern of a float as the next instruction stores it: any that reads back as the value.
// It is known already, or an input of the program with that condition.
func (w *walk) bitsOf(value *term.Term) (*term.Term, error) {
	if saved, ok := w.peek().(*ir.Assign); ok && saved.Src == value && saved.Dst.Kind == ir.Local && w.fresh(saved.Dst) {
		w.take()
		value = saved.Dst.Sym
	}
	h, ok := w.peek().(*ir.Havoc)
	if !ok {
		return w.storedBits(value)
	}
	w.take()
	s := value.Sort()
	if h.Input.Kind != ir.Unspecified || !w.fresh(h.Dst) || h.Dst.Sort != w.terms.BV(s.Exp+s.Sig) {
		return nil, fmt.Errorf("the bits of a float are %s", h.Dst.Name)
	}
	back := w.terms.Eq(w.terms.FFromBits(s.Exp, s.Sig, h.Dst.Sym), value)
	if a, ok := w.take().(*ir.Assume); !ok || a.Cond != back {
		return nil, fmt.Errorf("the bits of a float are not those of the value")
	}
	return h.Dst.Sym, nil
}

// storedBits reads the pattern off a term: the language of terms has no function for it.
func (w *walk) storedBits(value *term.Term) (*term.Term, error) {
	return w.storedBitsIn(value, map[*term.Term]*term.Term{})
}

// storedBitsIn is storedBits; known has those of choices, of which the sides of others are some.
func (w *walk) storedBitsIn(value *term.Term, known map[*term.Term]*term.Term) (*term.Term, error) {
	if v, ok := value.Value(); ok {
		return w.terms.Const(v.Bits()), nil
	}
	args := value.Args()
	switch value.Op() {
	case term.OpFFromBits:
		return args[0], nil
	case term.OpIte:
		if bits := known[value]; bits != nil {
			return bits, nil
		}
		then, err := w.storedBitsIn(args[1], known)
		if err != nil {
			return nil, err
		}
		els, err := w.storedBitsIn(args[2], known)
		if err != nil {
			return nil, err
		}
		known[value] = w.terms.Ite(args[0], then, els)
		return known[value], nil
	case term.OpFNeg, term.OpFAbs:
		bits, err := w.storedBitsIn(args[0], known)
		if err != nil {
			return nil, err
		}
		width := bits.Sort().Width
		sign := w.terms.BVConst(1, 0)
		if value.Op() == term.OpFNeg {
			sign = w.terms.BVNot(w.terms.Extract(width-1, width-1, bits))
		}
		return w.terms.Concat(sign, w.terms.Extract(width-2, 0, bits)), nil
	}
	return nil, fmt.Errorf("nothing says what the bits of %s are", value)
}

func (w *walk) peek() ir.Instruction {
	if w.next == len(w.block.Instructions) {
		return nil
	}
	return w.block.Instructions[w.next]
}

// fresh reports whether a local came in with the lowering: the recorded program does not know it.
func (w *walk) fresh(v *ir.Variable) bool {
	return v.Kind == ir.Local && !w.locals[v]
}
