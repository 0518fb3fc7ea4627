package memory_test

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

var noPos source.Pos

// statics makes one to three static objects of zeros or of what the program finds there.
func (g *generator) statics() {
	address := 0x5a3 * g.granule // no number of the program looks like an address
	for n := 1 + g.Intn(3); n > 0; n-- {
		size := g.size()
		o := &ir.Object{Name: fmt.Sprintf("s%d", n), Address: uint64(address), Size: uint64(size), Kind: ir.StaticObject, Zero: g.Intn(2) == 0}
		g.program.Objects = append(g.program.Objects, o)
		g.objects = append(g.objects, extent{address, size})
		for i := uint64(0); i < size; i++ {
			if o.Zero {
				g.memory[address+i] = 0
			}
		}
		if g.symbols {
			g.program.AddressOf(o)
		}
		address += (size + g.granule) / g.granule * g.granule
	}
	g.program.FirstFree = uint64(address)
	g.next = address
}

func (g *generator) size() uint64 {
	return []uint64{1, 4, 8, 8, 12, 16, 24, 40, 300}[g.Intn(9)]
}

func (g *generator) variables(main *ir.Function) {
	for i := 0; i < 4; i++ {
		g.p = append(g.p, main.NewLocal(fmt.Sprintf("p%d", i), g.terms.BV(int(8*g.bytes))))
		g.x = append(g.x, main.NewLocal(fmt.Sprintf("x%d", i), g.terms.BV(int(8*g.bytes))))
	}
	g.c = append(g.c, main.NewLocal("c0", g.terms.BV(8)), main.NewLocal("c1", g.terms.BV(8)))
	for _, v := range main.Locals {
		g.set(v, g.terms.BVConst(v.Sort.Width, 0), 0)
	}
}

// makeHelpers adds functions that pass an address on, load through one, store through one, and hide a
// number from simplification.
func (g *generator) makeHelpers() {
	word := g.terms.BV(int(8 * g.bytes))
	same := g.program.NewFunction("same", noPos)
	p, r := same.NewParameter("p", word), same.NewResult("r", word)
	b := same.NewBlock("", noPos)
	b.Emit(&ir.Assign{Dst: r, Src: p.Sym})
	b.Terminator = &ir.Return{}
	get := g.program.NewFunction("get", noPos)
	p, r = get.NewParameter("p", word), get.NewResult("r", word)
	b = get.NewBlock("", noPos)
	b.Emit(&ir.Load{Dst: r, Addr: p.Sym})
	b.Terminator = &ir.Return{}
	put := g.program.NewFunction("put", noPos)
	p, v := put.NewParameter("p", word), put.NewParameter("v", word)
	b = put.NewBlock("", noPos)
	b.Emit(&ir.Store{Addr: p.Sym, Value: v.Sym})
	b.Terminator = &ir.Return{}
	count := g.program.NewFunction("count", noPos)
	p, r = count.NewParameter("p", word), count.NewResult("r", word)
	b = count.NewBlock("", noPos)
	b.Emit(&ir.Assign{Dst: r, Src: p.Sym})
	b.Terminator = &ir.Return{}
	g.helpers = []*ir.Function{same, get, put, count}
}

// chooseSteps enables some kinds of step: a program with all of them has no structure left to find.
func (g *generator) chooseSteps() {
	basic := []func() bool{g.allocate, g.takeAddress, g.loadWord, g.storeWord, g.loadAddress, g.storeAddress, g.number}
	g.enabled = append(g.enabled, append(basic, basic...)...)
	for _, s := range []func() bool{g.move, g.move, g.index, g.oneByte, g.halves, g.copyObject, g.fill, g.bits, g.pieces, g.callSame, g.callGet, g.callPut,
		g.choose, g.difference, g.copyBytes, g.copyVariable, g.element, g.element} {
		if g.Intn(6) == 0 {
			g.enabled = append(g.enabled, s, s, s, s)
		}
	}
}

func (g *generator) anyP() *ir.Variable { return g.p[g.Intn(len(g.p))] }
func (g *generator) anyX() *ir.Variable { return g.x[g.Intn(len(g.x))] }

func (g *generator) word(x uint64) *term.Term { return g.terms.BVConst(int(8*g.bytes), x) }

// wrap is a number modulo the word size.
func (g *generator) wrap(x uint64) uint64 { return x << (64 - 8*g.bytes) >> (64 - 8*g.bytes) }

// extentOf is the object in which an address lies, or right behind which.
func (g *generator) extentOf(address uint64) (extent, bool) {
	for _, o := range g.objects {
		if address >= o.base && address <= o.base+o.size {
			return o, true
		}
	}
	return extent{}, false
}

func (g *generator) inside(address, width uint64) bool {
	o, ok := g.extentOf(address)
	return ok && address+width <= o.base+o.size
}

func (g *generator) set(v *ir.Variable, t *term.Term, value uint64) bool {
	value = g.wrap(value)
	g.block.Emit(&ir.Assign{Dst: v, Src: t})
	g.value[v] = value
	return true
}

func (g *generator) readByte(a uint64) byte {
	if b, ok := g.memory[a]; ok {
		return b
	}
	return 0xaa
}

func (g *generator) read(a, width uint64) uint64 {
	value := uint64(0)
	for i := uint64(0); i < width; i++ {
		value |= uint64(g.readByte(a+i)) << (8 * i)
	}
	return value
}

func (g *generator) write(a, width, value uint64) {
	for i := uint64(0); i < width; i++ {
		g.memory[a+i] = byte(value >> (8 * i))
	}
}

func (g *generator) load(v, p *ir.Variable) bool {
	width := uint64(v.Sort.Width / 8)
	if !g.inside(g.value[p], width) {
		return false
	}
	g.block.Emit(&ir.Load{Dst: v, Addr: p.Sym})
	g.value[v] = g.read(g.value[p], width)
	return true
}

func (g *generator) store(p *ir.Variable, t *term.Term, value uint64) bool {
	width := uint64(t.Sort().Width / 8)
	if !g.inside(g.value[p], width) {
		return false
	}
	g.block.Emit(&ir.Store{Addr: p.Sym, Value: t})
	g.write(g.value[p], width, value)
	return true
}

func (g *generator) number() bool {
	x, v := uint64(g.Intn(20)), g.anyX()
	if g.Intn(2) == 0 {
		return g.set(v, g.word(x), x)
	}
	g.block.Emit(&ir.Call{Callee: g.helpers[3], Args: []*term.Term{g.word(x)}, Results: []*ir.Variable{v}})
	g.value[v] = x
	return true
}

func (g *generator) allocate() bool {
	if len(g.objects) > 12 {
		return false
	}
	p, size := g.anyP(), g.size()
	zero := g.Intn(3) == 0
	sizeTerm := g.word(size)
	if x := g.anyX(); g.Intn(4) == 0 && g.value[x] > 0 && g.value[x] < 100 {
		size, sizeTerm = g.value[x], x.Sym
	}
	g.block.Emit(&ir.Alloc{Dst: p, Size: sizeTerm, Kind: ir.HeapObject, Zero: zero})
	g.value[p] = g.next
	g.objects = append(g.objects, extent{g.next, size})
	for i := uint64(0); i < size && zero; i++ {
		g.memory[g.next+i] = 0
	}
	g.next += (size + g.granule) / g.granule * g.granule
	return true
}

func (g *generator) takeAddress() bool {
	o := g.program.Objects[g.Intn(len(g.program.Objects))]
	offset := uint64(g.Intn(int(o.Size)+1)) &^ 3
	base := g.word(uint64(o.Address))
	if g.symbols {
		base = g.program.AddressOf(o)
	}
	return g.set(g.anyP(), g.terms.BVAdd(base, g.word(offset)), uint64(o.Address)+offset)
}

func (g *generator) loadWord() bool     { return g.load(g.anyX(), g.anyP()) }
func (g *generator) loadAddress() bool  { return g.load(g.anyP(), g.anyP()) }
func (g *generator) copyVariable() bool { x := g.anyX(); return g.set(g.anyP(), x.Sym, g.value[x]) }

func (g *generator) storeWord() bool {
	x := g.anyX()
	return g.store(g.anyP(), x.Sym, g.value[x])
}

func (g *generator) storeAddress() bool {
	q := g.anyP()
	return g.store(g.anyP(), q.Sym, g.value[q])
}

// move sets a variable to an address a few bytes away, inside the object.
func (g *generator) move() bool {
	p, q := g.anyP(), g.anyP()
	distance := uint64(g.Intn(7)-3) * uint64(1+g.Intn(2)*3)
	o, ok := g.extentOf(g.value[q])
	if target := g.wrap(g.value[q] + distance); !ok || target < o.base || target > o.base+o.size {
		return false
	}
	return g.set(p, g.terms.BVAdd(q.Sym, g.word(distance)), g.value[q]+distance)
}

// index adds a multiple of a variable, and a constant.
func (g *generator) index() bool {
	p, q, x := g.anyP(), g.anyP(), g.anyX()
	scale := []uint64{1, 2, 4, 8, 12, 6}[g.Intn(6)]
	constant := uint64(g.Intn(5)-2) * 4
	if g.Intn(3) == 0 {
		constant = 0
	}
	o, ok := g.extentOf(g.value[q])
	if !ok || g.value[x] > 1000 {
		return false
	}
	target := g.wrap(g.value[q] + scale*g.value[x] + constant)
	if target < o.base || target > o.base+o.size {
		return false
	}
	base := q.Sym
	for _, s := range g.program.Objects {
		if uint64(g.value[q]) == s.Address && g.Intn(2) == 0 {
			base = g.word(uint64(s.Address))
			if g.symbols {
				base = g.program.AddressOf(s)
			}
		}
	}
	return g.set(p, g.terms.BVAdd(base, g.terms.BVMul(g.word(scale), x.Sym), g.word(constant)), target)
}

func (g *generator) oneByte() bool {
	c := g.c[g.Intn(2)]
	if g.Intn(2) == 0 {
		return g.load(c, g.anyP())
	}
	return g.store(g.anyP(), c.Sym, g.value[c])
}

func (g *generator) halves() bool {
	x, bits := g.anyX(), 4*g.bytes
	return g.store(g.anyP(), g.terms.Trunc(int(bits), x.Sym), g.value[x]&(1<<bits-1))
}

func (g *generator) copyObject() bool {
	to, from := g.anyP(), g.anyP()
	size := uint64(1 + g.Intn(24))
	if g.Intn(2) == 0 {
		size = (size + 3) &^ 3
	}
	a, b := g.value[to], g.value[from]
	if !g.inside(a, size) || !g.inside(b, size) || a != b && a < b+size && b < a+size {
		return false
	}
	g.block.Emit(&ir.Copy{To: to.Sym, From: from.Sym, Size: uint64(size)})
	bytes := make([]byte, size)
	for i := range bytes {
		bytes[i] = g.readByte(b + uint64(i))
	}
	for i, x := range bytes {
		g.memory[a+uint64(i)] = x
	}
	return true
}

func (g *generator) fill() bool {
	p, size, value := g.anyP(), uint64(1+g.Intn(12)), uint8(g.Intn(3)*7)
	if g.Intn(8) == 0 {
		size = 200
	}
	if !g.inside(g.value[p], size) {
		return false
	}
	g.block.Emit(&ir.Fill{Addr: p.Sym, Byte: value, Size: uint64(size)})
	for i := uint64(0); i < size; i++ {
		g.memory[g.value[p]+i] = value
	}
	return true
}

// bits hides an address and finds it again.
func (g *generator) bits() bool {
	p, q, x := g.anyP(), g.anyP(), g.anyX()
	if g.Intn(2) == 0 {
		mask := uint64(0x5a5a5a5a)
		g.set(x, g.terms.BVXor(q.Sym, g.word(mask)), g.value[q]^mask)
		return g.set(p, g.terms.BVXor(x.Sym, g.word(mask)), g.value[q])
	}
	if o, ok := g.extentOf(g.value[q]); ok {
		flip := uint64(1 + g.Intn(15))
		if target := g.value[q] ^ flip; target >= o.base && target <= o.base+o.size {
			return g.set(p, g.terms.BVXor(q.Sym, g.word(flip)), target)
		}
	}
	return g.set(p, g.terms.BVAnd(q.Sym, g.word(^uint64(3))), g.value[q]&^3)
}

// pieces sends an address through two byte variables.
func (g *generator) pieces() bool {
	p, q := g.anyP(), g.anyP()
	g.set(g.c[0], g.terms.Extract(7, 0, q.Sym), g.value[q]&0xff)
	g.set(g.c[1], g.terms.Extract(15, 8, q.Sym), g.value[q]>>8&0xff)
	return g.set(p, g.terms.Concat(g.terms.Extract(int(8*g.bytes)-1, 16, q.Sym), g.c[1].Sym, g.c[0].Sym), g.value[q])
}

func (g *generator) callSame() bool {
	p, q := g.anyP(), g.anyP()
	g.block.Emit(&ir.Call{Callee: g.helpers[0], Args: []*term.Term{q.Sym}, Results: []*ir.Variable{p}})
	g.value[p] = g.value[q]
	return true
}

func (g *generator) callGet() bool {
	p, q := g.anyP(), g.anyP()
	if !g.inside(g.value[q], g.bytes) {
		return false
	}
	g.block.Emit(&ir.Call{Callee: g.helpers[1], Args: []*term.Term{q.Sym}, Results: []*ir.Variable{p}})
	g.value[p] = g.read(g.value[q], g.bytes)
	return true
}

func (g *generator) callPut() bool {
	p, q := g.anyP(), g.anyP()
	if !g.inside(g.value[p], g.bytes) {
		return false
	}
	g.block.Emit(&ir.Call{Callee: g.helpers[2], Args: []*term.Term{p.Sym, q.Sym}})
	g.write(g.value[p], g.bytes, g.value[q])
	return true
}

func (g *generator) choose() bool {
	p, q, r, x := g.anyP(), g.anyP(), g.anyP(), g.anyX()
	value := g.value[r]
	if g.value[x] < 10 {
		value = g.value[q]
	}
	return g.set(p, g.terms.Ite(g.terms.BVUlt(x.Sym, g.word(10)), q.Sym, r.Sym), value)
}

// difference subtracts two addresses in one object and adds that to a third.
func (g *generator) difference() bool {
	p, q, r, x := g.anyP(), g.anyP(), g.anyP(), g.anyX()
	o, inQ := g.extentOf(g.value[q])
	s, inR := g.extentOf(g.value[r])
	u, inP := g.extentOf(g.value[p])
	distance := g.wrap(g.value[q] - g.value[r])
	if !inQ || !inR || !inP || o != s || g.wrap(g.value[p]+distance) < u.base || g.wrap(g.value[p]+distance) > u.base+u.size {
		return false
	}
	g.set(x, g.terms.BVSub(q.Sym, r.Sym), distance)
	return g.set(p, g.terms.BVAdd(p.Sym, x.Sym), g.value[p]+distance)
}

// copyBytes copies a word byte after byte.
func (g *generator) copyBytes() bool {
	p, q, c := g.anyP(), g.anyP(), g.c[0]
	a, b := g.value[p], g.value[q]
	if !g.inside(a, g.bytes) || !g.inside(b, g.bytes) {
		return false
	}
	for i := uint64(0); i < g.bytes; i++ {
		g.block.Emit(&ir.Load{Dst: c, Addr: g.terms.BVAdd(q.Sym, g.word(i))}, &ir.Store{Addr: g.terms.BVAdd(p.Sym, g.word(i)), Value: c.Sym})
		g.value[c] = uint64(g.readByte(b + i))
		g.memory[a+i] = byte(g.value[c])
	}
	return true
}

// element loads or stores an element, or a byte of one, of an array somewhere in an object, at an index in
// a variable.
func (g *generator) element() bool {
	p, x, v := g.anyP(), g.anyX(), g.anyX()
	if g.Intn(3) == 0 {
		v = g.c[g.Intn(2)]
	} else if g.Intn(4) == 0 {
		v = g.anyP()
	}
	width := uint64(v.Sort.Width / 8)
	size := []uint64{4, 8, 8, 12}[g.Intn(4)]
	count, start, inner := uint64(2+g.Intn(3)), uint64(g.Intn(4))*4, uint64(g.Intn(3))*4
	index := g.value[x]
	if index >= count || inner+width > size || !g.inside(g.value[p]+start, size*count) {
		return false
	}
	base := g.terms.BVAdd(p.Sym, g.word(start))
	address := g.terms.BVAdd(base, g.terms.BVMul(g.word(size), x.Sym), g.word(inner))
	at := g.value[p] + start + size*index + inner
	access := ir.Access{Array: &ir.ArrayBytes{Base: base, Size: size * count}}
	if g.Intn(2) == 0 {
		g.block.Emit(&ir.Load{Dst: v, Addr: address, Access: access})
		g.value[v] = g.read(at, width)
		return true
	}
	g.block.Emit(&ir.Store{Addr: address, Value: v.Sym, Access: access})
	g.write(at, width, g.value[v])
	return true
}
