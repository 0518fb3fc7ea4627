package memory

import (
	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A program may take the bytes of an address for a number without a conversion: by another member
// of a union, byte by byte, or after a copy. And it may put a number together that becomes an
// address so. Memory holds addresses, not what the machine has for them (lower/placement.go in the
// front end), so what such loads give is made to be the machine's:
//
//	a number, read where addresses were written   address + places[granule], and whose number that
//	                                              is gets written down
//	an address, read where numbers were written   that of the object whose number it is
//	some of the bytes of an address               an input, also with others behind or before (parts.go)
//
// Where both were written, a map of which bytes are of an address says what the last write was (written.go); where it
// may have been that of an address either may be read, as an input chooses: more is looked at than there is. What is
// only put elsewhere as it is, is copied and not looked at.

// takesNumbers rewrites the loads of p that read addresses as numbers, or numbers as addresses; it
// reports whether there were any. The analysis a is one of p as it was, solved.
func takesNumbers(p *ir.Program, a *analysis) bool {
	r := newRewriter(a)
	r.stores()
	changed := false
	if len(r.addresses) > 0 || p.Owners != nil {
		r.looked = lookedAt(p)
		r.carry()
		r.findParts()
		r.taken = r.takenNumbers()
		r.findWritten()
		changed = r.rewrite()
	}
	if p.Owners != nil && !readsOwners(p) {
		dropOwners(p)
		changed = true
	}
	return changed
}

// looksAtAddresses finds a load of what may be bytes of an address as a number. If memory is not
// cut, for which there is no analysis, every load may be one.
func looksAtAddresses(p *ir.Program, a *analysis) (source.Pos, bool) {
	r := newRewriter(a)
	cut := a != nil
	holds := false
	if cut {
		r.stores()
		holds = len(r.addresses) > 0
	} else {
		ir.EachInstruction(p, func(i ir.Instruction) {
			s, ok := i.(*ir.Store)
			holds = holds || ok && s.Access.Pointer && !s.Value.IsConst()
		})
	}
	if !holds {
		return source.Pos{}, false
	}
	r.looked = lookedAt(p)
	var at source.Pos
	found := false
	ir.EachInstruction(p, func(i ir.Instruction) {
		load, ok := i.(*ir.Load)
		if !ok || found || load.Access.Pointer || !r.looked[load.Dst.Sym] {
			return
		}
		if !cut || r.addresses[r.cellOf(load)] {
			at, found = load.Pos, true
		}
	})
	return at, found
}

type rewriter struct {
	*partition
	addresses map[*cell]bool // cells that addresses are written to
	words     map[*cell]bool // cells that something else is written to
	numbers   map[*cell]bool // cells that numbers of addresses may be written to
	parts     map[*cell]bool // cells of addresses of which a part may be written over
	looked    map[*term.Term]bool
	taken     map[*term.Term]bool           // variables that may hold what was computed from the number of an address
	carries   map[*term.Term]bool           // variables that may hold an address, or a part of one, as memory has it
	moved     bool                          // bytes of addresses may get anywhere: maps say which they are
	written   map[*cell]*ir.Variable        // of cells that both are written to, which bytes are of an address
	maps      []*ir.Variable                // those, in order
	copied    map[*term.Term][]*ir.Variable // of what is copied and not looked at, the tags of its bytes (written.go)
	nextInput int
}

func newRewriter(a *analysis) *rewriter {
	return &rewriter{
		partition: newPartition(a), addresses: map[*cell]bool{}, words: map[*cell]bool{}, numbers: map[*cell]bool{},
		parts: map[*cell]bool{}, written: map[*cell]*ir.Variable{}, copied: map[*term.Term][]*ir.Variable{},
	}
}

// stores finds what is written to the cells.
func (r *rewriter) stores() {
	for _, i := range r.order {
		s, ok := i.(*ir.Store)
		switch {
		case !ok, s.Value.IsConst() && (s.Access.Pointer || r.isSmall(s.Value)):
		case s.Access.Pointer:
			r.addresses[r.cellOf(i)] = true
		default:
			r.words[r.cellOf(i)] = true
		}
	}
}

// isSmall says of a constant that it is as wide as an address and none of an object, whatever is made of it.
func (r *rewriter) isSmall(value *term.Term) bool {
	return value.Sort() == r.program.Terms.BV(r.program.Model.PointerWidth) && r.program.IsPlaced(value).IsFalse()
}

// carry finds the cells that addresses get to by what is copied and not looked at.
func (r *rewriter) carry() {
	p := r.program
	carries := map[*term.Term]bool{}
	r.carries = carries
	for again := true; again; {
		again = false
		hand := func(from *term.Term, to *ir.Variable) {
			if to != nil && carries[from] && !r.looked[from] && !carries[to.Sym] {
				carries[to.Sym], again = true, true
			}
		}
		ir.EachInstruction(p, func(i ir.Instruction) {
			switch i := i.(type) {
			case *ir.Assign:
				hand(i.Src, i.Dst)
			case *ir.Call:
				for n, arg := range i.Args {
					hand(arg, i.Callee.Params[n])
				}
				for n, v := range i.Results {
					hand(i.Callee.Results[n].Sym, v)
				}
			case *ir.Load:
				if !carries[i.Dst.Sym] && !i.Access.Pointer && r.addresses[r.cellOf(i)] {
					carries[i.Dst.Sym], again = true, true
				}
			case *ir.Store:
				c := r.cellOf(i)
				if !i.Access.Pointer && carries[i.Value] && !r.looked[i.Value] && !r.addresses[c] {
					r.addresses[c], again = true, true
				}
			}
		})
	}
}

// takenNumbers are the variables that the numbers of addresses may get to, through memory too.
func (r *rewriter) takenNumbers() map[*term.Term]bool {
	p := r.program
	out := map[*term.Term]bool{}
	ir.EachInstruction(p, func(i ir.Instruction) {
		if load, ok := i.(*ir.Load); ok && r.takes(load) {
			out[load.Dst.Sym] = true
		}
	})
	isTaken := func(t *term.Term) bool {
		for _, v := range t.Vars() {
			if p.Places != nil && v == p.Places.Sym || out[v] {
				return t.Sort().Kind != term.KindBool
			}
		}
		return false
	}
	for again := true; again; {
		again = false
		mark := func(v *ir.Variable) {
			if v != nil && v != p.Owners && !out[v.Sym] {
				out[v.Sym], again = true, true
			}
		}
		ir.EachInstruction(p, func(i ir.Instruction) {
			switch i := i.(type) {
			case *ir.Assign:
				if isTaken(i.Src) {
					mark(i.Dst)
				}
			case *ir.Call:
				for n, arg := range i.Args {
					if isTaken(arg) {
						mark(i.Callee.Params[n])
					}
				}
				for n, v := range i.Results {
					if v != nil && out[i.Callee.Results[n].Sym] {
						mark(v)
					}
				}
			case *ir.Load:
				if r.numbers[r.cellOf(i)] {
					mark(i.Dst)
				}
			case *ir.Store:
				if c := r.cellOf(i); isTaken(i.Value) && !r.numbers[c] {
					r.numbers[c], again = true, true
				}
			}
		})
	}
	return out
}

// rewrite changes the loads, and writes down what is of an address.
func (r *rewriter) rewrite() bool {
	r.nextInput = newLowerer(r.program, nil).nextInput
	changed := false
	for _, f := range r.program.Functions {
		for _, b := range f.Blocks[:len(f.Blocks):len(f.Blocks)] {
			instructions, terminator := b.Instructions, b.Terminator
			b.Instructions = nil
			for _, i := range instructions {
				is := r.before(f, b, i)
				load, ok := i.(*ir.Load)
				if !ok || load.Dst.Sort.Kind != term.KindBV {
					b.Emit(i)
					continue
				}
				mixed := r.mixed(f, b, load)
				b.Emit(i)
				more := r.after(f, load)
				switch {
				case more == nil:
				case is == nil:
					b.Emit(more...)
				default:
					b = onlyIf(f, b, load, is, more)
				}
				if mixed != nil {
					b = onlyIf(f, b, load, mixed, append(r.setTags(load.Pos, load.Dst, r.ofNone), r.mixture(load)))
				}
				changed = changed || more != nil || mixed != nil
			}
			b.Terminator = terminator
		}
	}
	if len(r.maps) > 0 {
		r.startWritten()
	}
	return changed
}

// onlyIf emits instructions that are executed where a condition holds behind a load. It returns the block in which
// the function goes on. It is a branch, so that a run in which the condition does not hold takes no input.
func onlyIf(f *ir.Function, b *ir.Block, load *ir.Load, is *term.Term, then []ir.Instruction) *ir.Block {
	body := f.NewBlock("bytes of an address", load.Pos)
	rest := f.NewBlock(b.Label, load.Pos)
	b.Branch(load.Pos, is, body, rest)
	body.Emit(then...)
	body.Jump(load.Pos, rest)
	return rest
}

// after returns the instructions that have to follow a load; nil if its value is what the program means.
func (r *rewriter) after(f *ir.Function, load *ir.Load) []ir.Instruction {
	c := r.cellOf(load)
	whole := load.Dst.Sort.Width == r.program.Model.PointerWidth
	switch {
	case load.Access.Pointer && r.numbers[c] && whole:
		return r.asAddress(f, load, c)
	case !r.takes(load):
		return nil
	case whole && r.exactly(load, int64(load.Dst.Sort.Width/8)):
		return r.asNumber(f, load, c)
	case r.written[c] == nil && !whole && load.Dst.Sort.Width > 8 && r.placeOf(load).node.stride > 0:
		// Somewhere in the objects are addresses, and where is not known, nor does a map tell. An object
		// of such a type that has a part of an address in it was written byte by byte.
		r.program.Assumptions.Add(assumption.BytesOfAddress, "", load.Pos)
		return nil
	}
	if !r.program.PlainBytes {
		return []ir.Instruction{r.input(load, load.Dst)}
	}
	read := f.NewLocal("read", load.Dst.Sort)
	read.Source, read.Pos = "", load.Pos
	return []ir.Instruction{
		&ir.Assign{At: load.At, Dst: read, Src: load.Dst.Sym}, r.input(load, load.Dst),
		&ir.Assume{At: load.At, Cond: r.program.Terms.Eq(read.Sym, load.Dst.Sym)},
	}
}

// takes says that a load takes for a number what may be an address.
func (r *rewriter) takes(load *ir.Load) bool {
	return !load.Access.Pointer && r.addresses[r.cellOf(load)] && r.looked[load.Dst.Sym]
}

// input gives v any value, which may be part of any address.
func (r *rewriter) input(load *ir.Load, v *ir.Variable) ir.Instruction {
	in := &ir.Input{ID: r.nextInput, Kind: ir.AddressBytes, Name: "bytes of an address", Type: "void *", Pos: load.Pos}
	r.nextInput++
	return &ir.Havoc{At: load.At, Dst: v, Input: in}
}

// mixture gives what was loaded any value, as it is some bytes of an address and others. It is based on the objects
// whose addresses are in the cell, unless bytes of the numbers of others may be.
func (r *rewriter) mixture(load *ir.Load) ir.Instruction {
	if r.numbers[r.cellOf(load)] {
		return r.input(load, load.Dst)
	}
	in := &ir.Input{ID: r.nextInput, Kind: ir.AddressBytes, Name: "bytes of an address and others", Type: ir.MixtureType, Pos: load.Pos}
	r.nextInput++
	return &ir.Havoc{At: load.At, Dst: load.Dst, Input: in}
}

// either is a condition that an input decides; it does not hold in a program whose reads are of numbers.
func (r *rewriter) either(f *ir.Function, load *ir.Load) (*term.Term, []ir.Instruction) {
	choice := f.NewLocal("is address", r.program.Terms.Bool())
	choice.Source, choice.Pos = "", load.Pos
	in := &ir.Input{ID: r.nextInput, Kind: ir.AddressBytes, Name: "whether memory holds an address", Type: "_Bool", Pos: load.Pos}
	r.nextInput++
	out := []ir.Instruction{&ir.Havoc{At: load.At, Dst: choice, Input: in}}
	if r.program.PlainBytes && !load.Access.Pointer {
		out = append(out, &ir.Assume{At: load.At, Cond: r.program.Terms.Not(choice.Sym)})
	}
	return choice.Sym, out
}

// asNumber makes an address that was loaded as a number the machine's.
func (r *rewriter) asNumber(f *ir.Function, load *ir.Load, c *cell) []ir.Instruction {
	p, v := r.program, load.Dst
	var out []ir.Instruction
	is := p.IsPlaced(v.Sym)
	if r.words[c] {
		choice, chosen := r.either(f, load)
		out = append(out, chosen...)
		is = p.Terms.And(is, choice)
	}
	number := p.Terms.Ite(is, p.NumberOf(v.Sym), v.Sym)
	if p.Owners != nil {
		owners := p.Owners
		written := p.Terms.Store(owners.Sym, p.NumberOf(v.Sym), p.GranuleOf(v.Sym))
		out = append(out, &ir.Assign{At: load.At, Dst: owners, Src: p.Terms.Ite(is, written, owners.Sym)})
	}
	return append(out, &ir.Assign{At: load.At, Dst: v, Src: number})
}

// asAddress makes a number that was loaded as an address that of the object whose number it is.
func (r *rewriter) asAddress(f *ir.Function, load *ir.Load, c *cell) []ir.Instruction {
	p, v := r.program, load.Dst
	if p.Owners == nil {
		return nil
	}
	var out []ir.Instruction
	is := p.IsOwned(v.Sym)
	if r.addresses[c] {
		choice, chosen := r.either(f, load)
		out = append(out, chosen...)
		is = p.Terms.And(is, choice)
	}
	return append(out, &ir.Assign{At: load.At, Dst: v, Src: p.Terms.Ite(is, p.OwnedAt(v.Sym), v.Sym)})
}

// readsOwners says that something besides what writes to the map of owners reads it.
func readsOwners(p *ir.Program) bool {
	reads := false
	look := func(t *term.Term) { reads = reads || t.DependsOn(p.Owners.Sym) }
	ir.EachInstruction(p, func(i ir.Instruction) {
		if !writesOwners(p, i) {
			ir.EachTerm(i, look)
		}
	})
	ir.EachGuard(p, look)
	return reads
}

func writesOwners(p *ir.Program, i ir.Instruction) bool {
	a, ok := i.(*ir.Assign)
	return ok && a.Dst == p.Owners
}

// dropOwners takes the map of owners out, which nothing reads.
func dropOwners(p *ir.Program) {
	ir.RemoveInstructions(p, func(i ir.Instruction) bool { return writesOwners(p, i) })
	gone := p.Owners
	p.Owners = nil
	p.RemoveGlobals(func(v *ir.Variable) bool { return v == gone })
}

// lookedAt are the variables that the program does something with besides handing them on as they
// are: to other variables that are not looked at, and to memory.
func lookedAt(p *ir.Program) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	look := func(t *term.Term) {
		for _, v := range t.Vars() {
			out[v] = true
		}
	}
	handed := map[*term.Term][]*term.Term{} // what a variable is handed on to
	hand := func(t *term.Term, to *ir.Variable) {
		switch {
		case to == p.Owners && to != nil:
		case t.IsVar() && to != nil:
			handed[t] = append(handed[t], to.Sym)
		default:
			look(t)
		}
	}
	ir.EachInstruction(p, func(i ir.Instruction) {
		switch i := i.(type) {
		case *ir.Assign:
			hand(i.Src, i.Dst)
		case *ir.Call:
			for n, arg := range i.Args {
				hand(arg, i.Callee.Params[n])
			}
			for n, v := range i.Results {
				if v != nil {
					hand(i.Callee.Results[n].Sym, v)
				}
			}
		case *ir.Store:
			look(i.Addr)
			if !i.Value.IsVar() {
				look(i.Value)
			}
		default:
			ir.EachTerm(i, look)
		}
	})
	ir.EachGuard(p, look)
	for again := true; again; {
		again = false
		for t, targets := range handed {
			for _, to := range targets {
				if out[to] && !out[t] {
					out[t], again = true, true
				}
			}
		}
	}
	return out
}
