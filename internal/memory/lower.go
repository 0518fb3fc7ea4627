package memory

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// maxUnrolledCells is how many cells of a map an instruction writes in one assignment; more become a
// loop.
const maxUnrolledCells = 64

// lowerer rewrites the functions of a program, block by block.
type lowerer struct {
	program   *ir.Program
	terms     *term.Builder
	plan      *plan
	pointer   *term.Sort
	function  *ir.Function
	block     *ir.Block // where instructions go
	maps      []*class  // those with a variable, in order of their numbers
	nextInput int
	allocates bool
}

func newLowerer(p *ir.Program, plan *plan) *lowerer {
	l := &lowerer{program: p, terms: p.Terms, plan: plan, pointer: p.Terms.BV(p.Model.PointerWidth)}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if h, ok := i.(*ir.Havoc); ok {
					l.nextInput = max(l.nextInput, h.Input.ID+1)
				}
			}
			if g, ok := b.Terminator.(*ir.Goto); ok && g.Choice != nil {
				l.nextInput = max(l.nextInput, g.Choice.ID+1)
			}
		}
	}
	return l
}

func (l *lowerer) lowerFunction(f *ir.Function) {
	l.function = f
	for _, b := range f.Blocks[:len(f.Blocks):len(f.Blocks)] {
		if !slices.ContainsFunc(b.Instructions, isMemory) {
			continue
		}
		instructions, terminator := b.Instructions, b.Terminator
		b.Instructions, b.Terminator = nil, nil
		l.block = b
		for _, i := range instructions {
			l.instruction(i)
		}
		l.block.Terminator = terminator
	}
}

// seenSpans are the spans of an instruction whose cells are read somewhere.
func (l *lowerer) seenSpans(i ir.Instruction) []span {
	var out []span
	for _, s := range l.plan.spans(i) {
		if s.class.read {
			out = append(out, s)
		}
	}
	return out
}

func isMemory(i ir.Instruction) bool {
	switch i.(type) {
	case *ir.Load, *ir.Store, *ir.Copy, *ir.Fill, *ir.Alloc, *ir.Free, *ir.Clobber:
		return true
	}
	return false
}

func (l *lowerer) instruction(i ir.Instruction) {
	switch i := i.(type) {
	case *ir.Load:
		l.load(i)
	case *ir.Store:
		l.store(i)
	case *ir.Copy:
		l.copy(i)
	case *ir.Fill:
		l.fill(i.Pos, i.Addr, i.Byte, l.seenSpans(i))
	case *ir.Alloc:
		l.alloc(i)
	case *ir.Free:
		// Addresses are not used again, and reaching a dead object is no error of this model.
	case *ir.Clobber:
		l.clobber(i, l.plan.access(i))
	default:
		l.block.Emit(i)
	}
}

func (l *lowerer) assign(pos source.Pos, dst *ir.Variable, src *term.Term) {
	l.block.Emit(&ir.Assign{At: ir.At{Pos: pos}, Dst: dst, Src: src})
}

func (l *lowerer) constant(x uint64) *term.Term { return l.terms.BVConst(l.pointer.Width, x) }

// mapOf is the map variable of a class.
func (l *lowerer) mapOf(c *class) *ir.Variable {
	if c.variable != nil {
		return c.variable
	}
	l.maps = append(l.maps, c)
	name := "memory"
	if n := len(l.maps); n > 1 {
		name = "memory." + decimal(n)
	}
	cell := l.terms.BV(8 * c.cellBytes)
	c.variable = l.program.NewGlobal(name, l.terms.Array(l.pointer, cell))
	c.variable.Memory = &ir.MapInfo{CellWidth: 8 * c.cellBytes, Class: len(l.maps), Note: c.note}
	return c.variable
}

func (l *lowerer) load(i *ir.Load) {
	sort := i.Dst.Sort
	value := l.read(l.plan.access(i), i.Addr, bitWidth(sort)/8)
	if sort.Kind == term.KindFloat {
		value = l.terms.FFromBits(sort.Exp, sort.Sig, value)
	}
	l.assign(i.Pos, i.Dst, value)
}

// read is the value of width bytes at addr.
func (l *lowerer) read(c *class, addr *term.Term, width int) *term.Term {
	memory := l.mapOf(c).Sym
	if c.cellBytes == width {
		return l.terms.Select(memory, addr)
	}
	bytes := make([]*term.Term, width) // most significant first
	for n := range bytes {
		bytes[n] = l.terms.Select(memory, l.byteAddress(addr, width, n))
	}
	return l.terms.Concat(bytes...)
}

// byteAddress is the address of byte n, counted from the most significant, of a value at addr.
func (l *lowerer) byteAddress(addr *term.Term, width, n int) *term.Term {
	if !l.program.Model.BigEndian {
		n = width - 1 - n
	}
	return l.terms.BVAdd(addr, l.constant(uint64(n)))
}

func (l *lowerer) store(i *ir.Store) {
	c := l.plan.access(i)
	if !c.read {
		return
	}
	value := i.Value
	if value.Sort().Kind == term.KindFloat {
		value = l.floatBits(i.Pos, value)
	}
	memory := l.mapOf(c)
	l.assign(i.Pos, memory, l.written(c, memory.Sym, i.Addr, value))
}

// written is the map memory after value is written at addr.
func (l *lowerer) written(c *class, memory, addr, value *term.Term) *term.Term {
	width := value.Sort().Width / 8
	if c.cellBytes == width {
		return l.terms.Store(memory, addr, value)
	}
	for n := width - 1; n >= 0; n-- {
		low := 8 * (width - 1 - n)
		memory = l.terms.Store(memory, l.byteAddress(addr, width, n), l.terms.Extract(low+7, low, value))
	}
	return memory
}

// floatBits is the bit pattern of a float. SMT-LIB has no such function, since a NaN has many patterns;
// where the pattern does not follow from the term it is an input that reads back as the value.
func (l *lowerer) floatBits(pos source.Pos, value *term.Term) *term.Term {
	if bits := l.knownBits(value); bits != nil {
		return bits
	}
	if !value.IsVar() {
		// A variable's value is at hand when a test has to choose the bits.
		saved := l.function.NewLocal("float", value.Sort())
		saved.Source, saved.Pos = "", pos
		l.assign(pos, saved, value)
		value = saved.Sym
	}
	sort := l.terms.BV(value.Sort().Exp + value.Sort().Sig)
	bits := l.function.NewLocal("bits", sort)
	bits.Source, bits.Pos = "", pos
	in := &ir.Input{ID: l.nextInput, Kind: ir.Unspecified, Name: "bits of a float", Pos: pos}
	l.nextInput++
	back := l.terms.FFromBits(value.Sort().Exp, value.Sort().Sig, bits.Sym)
	l.block.Emit(
		&ir.Havoc{At: ir.At{Pos: pos}, Dst: bits, Input: in},
		&ir.Assume{At: ir.At{Pos: pos}, Cond: l.terms.Eq(back, value)},
	)
	return bits.Sym
}

// knownBits is the bit pattern of a float if it can be read off the term, else nil.
func (l *lowerer) knownBits(value *term.Term) *term.Term {
	return l.knownBitsIn(value, map[*term.Term]*term.Term{})
}

// knownBitsIn is knownBits; known has those of choices, also that there are none: the sides of others are some.
func (l *lowerer) knownBitsIn(value *term.Term, known map[*term.Term]*term.Term) *term.Term {
	width := value.Sort().Exp + value.Sort().Sig
	if v, ok := value.Value(); ok {
		if v.IsNaN() {
			return nil // what makes one chooses the sign: x86 makes 0.0 / zero negative, and gcc NAN positive
		}
		return l.terms.Const(v.Bits())
	}
	args := value.Args()
	switch value.Op() {
	case term.OpFFromBits:
		return args[0]
	case term.OpIte:
		bits, isKnown := known[value]
		if !isKnown {
			then, els := l.knownBitsIn(args[1], known), l.knownBitsIn(args[2], known)
			if then != nil && els != nil {
				bits = l.terms.Ite(args[0], then, els)
			}
			known[value] = bits
		}
		return bits
	case term.OpFNeg, term.OpFAbs:
		// SMT-LIB leaves the sign of a NaN open, and so do we: any pattern that reads back is right.
		bits := l.knownBitsIn(args[0], known)
		if bits == nil {
			return nil
		}
		sign, rest := l.terms.BVConst(1, 0), l.terms.Extract(width-2, 0, bits)
		if value.Op() == term.OpFNeg {
			sign = l.terms.BVNot(l.terms.Extract(width-1, width-1, bits))
		}
		return l.terms.Concat(sign, rest)
	}
	return nil
}

// alloc takes the next free address and moves the counter past the object and at least one byte more.
// The condition that the counter grows says that the address space suffices.
func (l *lowerer) alloc(i *ir.Alloc) {
	l.allocates = true
	counter := l.program.AllocCounter
	at := ir.At{Pos: i.Pos}
	granule := l.constant(1 << l.program.Model.GranuleBits)
	size := i.Size
	if size.DependsOn(i.Dst.Sym) {
		saved := l.temporary("size", i.Pos)
		l.assign(i.Pos, saved, size)
		size = saved.Sym
	}
	padded := l.terms.BVAdd(size, granule)
	if !size.IsConst() {
		l.block.Emit(&ir.Assume{At: at, Cond: l.terms.BVUlt(size, padded)})
	}
	shift := l.constant(uint64(l.program.Model.GranuleBits))
	step := l.terms.BVShl(l.terms.BVLshr(padded, shift), shift)
	l.assign(i.Pos, i.Dst, counter.Sym)
	l.assign(i.Pos, counter, l.terms.BVAdd(counter.Sym, step))
	l.block.Emit(&ir.Assume{At: at, Cond: l.terms.And(l.terms.BVUlt(i.Dst.Sym, counter.Sym), l.freshAddress(i.Dst.Sym))})
	if i.Zero {
		l.zero(i, size)
	}
}

// freshAddress says of an address taken from the counter what holds of the counter in every state, since
// it starts at the first free address and grows by whole granules: the address is not that of a static
// object, and begins a granule. Without it a proof about one function would have to carry it along.
func (l *lowerer) freshAddress(address *term.Term) *term.Term {
	first, bits := l.program.FirstFree, l.program.Model.GranuleBits
	above := l.terms.BVUle(l.constant(first), address)
	if first%(1<<bits) != 0 {
		return above
	}
	return l.terms.And(above, l.terms.Eq(l.terms.Extract(bits-1, 0, address), l.terms.BVConst(bits, 0)))
}

// temporary makes a local of pointer width.
func (l *lowerer) temporary(name string, pos source.Pos) *ir.Variable {
	v := l.function.NewLocal(name, l.pointer)
	v.Source, v.Pos = "", pos
	return v
}

// finish adds what the program as a whole has to know.
func (l *lowerer) finish() {
	p := l.program
	for _, r := range l.plan.ranges {
		if r.class.variable == nil {
			continue // no instruction reads it
		}
		p.InitialRanges = append(p.InitialRanges, ir.InitialRange{
			Map: r.class.variable, From: r.from, To: r.to, CellBytes: r.class.cellBytes,
		})
	}
	if l.allocates {
		l.plan.assumptions.Add(assumption.AddressSpace, "", source.Pos{})
	}
	p.Assumptions.Join(l.plan.assumptions)
}
