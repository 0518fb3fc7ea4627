package confirm

import (
	"cmp"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/source"
	"yogi/internal/term"
)

// exposure follows a run of a program that says what it exposes to the outside (lower.Options.Exposure).
type exposure struct {
	*logging
	shown, theirs *ir.Variable // of the front end
	events        *ir.Variable // the number of addresses shown so far
	what          *ir.Variable // from their numbers, from 1, to the addresses
	has           *ir.Variable // from addresses to whether an object of the outside starts there
	first, readAt *ir.Variable // from addresses to the number of events and one more when a pointer was first read there, and to the place
	number        *ir.Variable // from addresses to whether something else was read there
	stored        *ir.Variable // from addresses to the words last stored there, which no map of memory has if nothing reads them
	reads         []source.Pos
	start         wordBuilder // memory at the start
	words         []word      // that it holds
	looked        uint64      // the number of events that were looked at
	knownAt       map[uint64]uint64
	globals       []term.Value
}

// newExposure makes a program with the logs of a copy of p.
func newExposure(p *ir.Program) *exposure {
	e := &exposure{logging: withLogs(p), knownAt: map[uint64]uint64{}}
	p = e.program
	t, pointer, number := p.Terms, p.Terms.BV(p.Model.PointerWidth), p.Terms.BV(countWidth)
	for _, g := range p.Globals {
		switch g.Name {
		case ir.ShownToOutside:
			e.shown = g
		case ir.ObjectOfOutside:
			e.theirs = g
		}
	}
	e.events = p.NewGlobal("@events", number)
	e.what, e.has = p.NewGlobal("@what", t.Array(number, pointer)), p.NewGlobal("@has", t.Array(pointer, t.BV(8)))
	e.first, e.readAt = p.NewGlobal("@first", t.Array(pointer, number)), p.NewGlobal("@read at", t.Array(pointer, t.BV(siteWidth)))
	e.number, e.stored = p.NewGlobal("@number", t.Array(pointer, t.BV(8))), p.NewGlobal("@stored", t.Array(pointer, pointer))
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			var logged []ir.Instruction
			for _, i := range b.Instructions {
				if l, ok := i.(*ir.Load); ok {
					logged = append(logged, e.read(l)...)
				}
				logged = append(logged, i)
				switch i := i.(type) {
				case *ir.Assign:
					logged = append(logged, e.tell(i)...)
				case *ir.Store:
					if i.Value.Sort() == pointer {
						logged = append(logged, &ir.Assign{At: i.At, Dst: e.stored, Src: t.Store(e.stored.Sym, i.Addr, i.Value)})
					}
				}
			}
			b.Instructions = logged
		}
	}
	p.Number()
	return e
}

// in is as for logging.
func (e *exposure) in(p *ir.Program) {
	e.logging.in(p)
	for _, v := range []**ir.Variable{&e.events, &e.what, &e.has, &e.first, &e.readAt, &e.number, &e.stored} {
		*v = sameIn(p, *v)
	}
}

// tell logs what the front end says.
func (e *exposure) tell(a *ir.Assign) []ir.Instruction {
	t := e.program.Terms
	set := func(v *ir.Variable, to *term.Term) ir.Instruction { return &ir.Assign{At: a.At, Dst: v, Src: to} }
	switch {
	case a.Dst == e.shown:
		return []ir.Instruction{
			set(e.events, t.BVAdd(e.events.Sym, t.BVConst(countWidth, 1))),
			set(e.what, t.Store(e.what.Sym, e.events.Sym, e.shown.Sym)),
		}
	case a.Dst == e.theirs:
		return []ir.Instruction{set(e.has, t.Store(e.has.Sym, e.theirs.Sym, t.BVConst(8, 1)))}
	}
	return nil
}

// read logs that an address is about to be read.
func (e *exposure) read(l *ir.Load) []ir.Instruction {
	t, at := e.program.Terms, l.Addr
	set := func(v *ir.Variable, to *term.Term) ir.Instruction {
		return &ir.Assign{At: l.At, Dst: v, Src: t.Store(v.Sym, at, to)}
	}
	if !l.Access.Pointer {
		return []ir.Instruction{set(e.number, t.BVConst(8, 1))}
	}
	e.reads = append(e.reads, l.Pos)
	none := t.Eq(t.Select(e.first.Sym, at), t.BVConst(countWidth, 0))
	return []ir.Instruction{
		set(e.readAt, t.Ite(none, t.BVConst(siteWidth, uint64(len(e.reads)-1)), t.Select(e.readAt.Sym, at))),
		set(e.first, t.Ite(none, t.BVAdd(e.events.Sym, t.BVConst(countWidth, 1)), t.Select(e.first.Sym, at))),
	}
}

// Step implements concrete.Observer.
func (e *exposure) Step(m *concrete.Machine, _ *ir.Block, _ int) { e.look(m) }

// Enter implements concrete.Observer.
func (e *exposure) Enter(m *concrete.Machine, _ *ir.Block) { e.look(m) }

// Exit implements concrete.Observer.
func (e *exposure) Exit(m *concrete.Machine, _ *ir.Block) { e.look(m) }

// Leave implements concrete.Observer.
func (e *exposure) Leave(m *concrete.Machine, _ *ir.Block) { e.look(m) }

// look notes what the outside has got to know by events: the objects that it was shown, and those
// that it finds in what it knows.
func (e *exposure) look(m *concrete.Machine) {
	e.globals = m.Globals()
	events := e.globals[e.events.Index].Uint64()
	if events == e.looked {
		return
	}
	what := e.globals[e.what.Index].Array()
	for n := e.looked + 1; n <= events; n++ {
		e.learn(what.Select(term.BVValue(countWidth, n)).Uint64(), n)
	}
	e.looked = events
	edges := e.edges(e.objects())
	for again := true; again; {
		again = false
		for _, edge := range edges {
			if e.isKnown(edge[0]) && !e.isKnown(edge[1]) {
				e.knownAt[edge[1]] = events
				again = true
			}
		}
	}
}

// learn notes that the outside was shown an address.
func (e *exposure) learn(address, event uint64) {
	if o := e.objects().at(address); o != nil && e.knownAt[o.start] == 0 {
		e.knownAt[o.start] = event
	}
}

// isKnown says that the outside knows the object that starts at an address.
func (e *exposure) isKnown(start uint64) bool {
	return e.knownAt[start] > 0 || e.program.Model.IsOutside(start) || e.isMadeByThem(start)
}

// isMadeByThem says that the outside made the object that starts at an address. It does not know an object with static
// storage for what that holds at the start: those that it knows it is shown.
func (e *exposure) isMadeByThem(start uint64) bool {
	isStatic := slices.ContainsFunc(e.program.Objects, func(o *ir.Object) bool { return o.Address == start })
	return e.isTheirs(start) && !isStatic
}

// isTheirs says that what the object holds at the start is what the outside, or earlier calls, left there.
func (e *exposure) isTheirs(start uint64) bool {
	return !e.globals[e.has.Index].Array().Select(term.BVValue(e.program.Model.PointerWidth, start)).IsZero()
}

// edges are the pairs of objects of which the first holds the address of the second. What memory
// held at the start says nothing of what the outside knows.
func (e *exposure) edges(objects objects) [][2]uint64 {
	initial := map[uint64]uint64{}
	for _, w := range e.words {
		initial[w.at] = w.value
	}
	var out [][2]uint64
	for _, w := range e.held() {
		if value, ok := initial[w.at]; ok && value == w.value {
			continue
		}
		from, to := w.at, objects.at(w.value)
		if o := objects.at(from); o != nil {
			from = o.start
		} else if e.program.Model.IsOutside(from) {
			from = e.program.Model.ObjectOutside(0)
		}
		if to != nil && from != to.start {
			out = append(out, [2]uint64{from, to.start})
		}
	}
	return out
}

// held are the words that are not zero in memory.
func (e *exposure) held() []word {
	b := wordBuilder{size: uint64(e.program.Model.PointerWidth / 8)}
	for _, g := range e.program.Globals {
		if (g.Memory != nil || g == e.stored) && e.globals[g.Index].Kind() == term.KindArray {
			e.globals[g.Index].Array().Each(func(i, v term.Value) bool {
				b.add(g, i.Uint64(), v)
				return true
			})
		}
	}
	return b.words()
}

// object is an object of the program in a run.
type object struct {
	start, size uint64
	name        string
}

// objects are in the order of their addresses.
type objects []object

// objects are those that the program has by now.
func (e *exposure) objects() objects {
	var out objects
	for _, o := range e.program.Objects {
		name := o.Name
		if o.Kind == ir.StringObject {
			name = "a string literal"
		}
		out = append(out, object{o.Address, max(o.Size, 1), name})
	}
	for _, f := range e.logging.read(e.globals).fresh {
		name := f.Name
		if name == "" || f.Heap {
			name = "an object that is made at " + f.Pos.String()
		}
		out = append(out, object{f.Address, max(f.Size, 1), name})
	}
	slices.SortFunc(out, func(x, y object) int { return cmp.Compare(x.start, y.start) })
	return out
}

// at is the object that an address is in, or is the end of; nil if there is none.
func (o objects) at(address uint64) *object {
	i, found := slices.BinarySearchFunc(o, address, func(x object, at uint64) int { return cmp.Compare(x.start, at) })
	if !found {
		i--
	}
	if i < 0 || address-o[i].start > o[i].size {
		return nil
	}
	return &o[i]
}

// secrets are the words at the start that the run has read before the outside could know where they lead.
func (e *exposure) secrets() []secret {
	objects, width := e.objects(), e.program.Model.PointerWidth
	cell := func(v *ir.Variable, at uint64) uint64 {
		return e.globals[v.Index].Array().Select(term.BVValue(width, at)).Uint64()
	}
	var out []secret
	words := slices.Clone(e.words) // and those of pointers that were read at no multiple of a word
	e.globals[e.first.Index].Array().Each(func(i, v term.Value) bool {
		if at := i.Uint64(); !v.IsZero() && at%e.start.size != 0 {
			words = append(words, e.start.wordsAt(at)...)
		}
		return true
	})
	sortWords(words)
	for _, w := range words {
		holder, to := objects.at(w.at), objects.at(w.value)
		isTheirs := e.program.Model.IsOutside(w.at) || holder != nil && e.isTheirs(holder.start)
		if !isTheirs || e.program.Model.IsOutside(w.value) || to != nil && e.isMadeByThem(to.start) {
			continue
		}
		events, read := e.looked, source.Pos{}
		switch first := cell(e.first, w.at); {
		case first > 0:
			events, read = first-1, e.reads[cell(e.readAt, w.at)]
		case to == nil || cell(e.number, w.at) > 0:
			continue
		}
		switch {
		case to == nil:
			out = append(out, secret{word: w, read: read})
		case e.knownAt[to.start] == 0 || e.knownAt[to.start] > events:
			out = append(out, secret{word: w, object: to.name, read: read})
		}
	}
	return out
}
