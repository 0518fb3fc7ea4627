package ir

import (
	"maps"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/source"
	"yogi/internal/term"
)

// mostReplaced is the size of the largest object that becomes variables, in bytes: a number or a pointer. With larger
// ones, such as the head of a list, the bodies of more functions are where the analysis of memory has one answer for
// all of them, and all memory of Microsoft's event sample was one map.
const mostReplaced = 8

// ReplaceObjects makes local objects of at most eight bytes variables of their function (scalar replacement): those of
// which it takes the address for nothing but reading and writing the same parts of them, each of which is written
// before it is read. An output parameter of a small function is such an object behind InlineOutputs. What such an
// object holds is then known across calls, which memory would have to be known to leave alone. It takes for granted
// that no access is outside of the object that its address was computed from. It needs the normal form. Objects stay
// where they are, and with them the addresses of others.
func ReplaceObjects(p *Program) {
	replaced := false
	for _, f := range p.Functions {
		objects := f.replaceable()
		objects.dropEarlyRead(f)
		objects.replace(f)
		replaced = replaced || len(objects) > 0
	}
	if replaced {
		p.Assumptions.Add(assumption.AccessInside, "", source.Pos{})
	}
}

// InlineOutputs replaces calls of functions of one block that are given the address of such an object by their bodies,
// if these have at most so many instructions and make no objects. It needs the normal form and the results of
// ComputeModifies, which are to be computed again.
func InlineOutputs(p *Program, most int) {
	for range 3 { // a function of one block may be one when the calls in it are gone
		passes, given := p.passedLocals()
		inlined := false
		Inline(p, InlineOptions{CalleeBlocks: 1, Only: func(b *Block) bool {
			if !(given[b.Function] || passes[b]) || !b.Call().Callee.isSmall(most) {
				return false
			}
			inlined = true
			return true
		}})
		if !inlined {
			return
		}
		Normalize(p)
		Simplify(p)
	}
}

// passedLocals are the blocks whose call is given the address of a local object, and the functions that they call.
func (p *Program) passedLocals() (passes map[*Block]bool, given map[*Function]bool) {
	passes, given = map[*Block]bool{}, map[*Function]bool{}
	for _, f := range p.Functions {
		made := f.locals()
		if len(made) == 0 {
			continue
		}
		isMade := func(sym *term.Term) bool { return made[sym] != nil }
		for _, b := range f.Blocks {
			call := b.Call()
			if call != nil && slices.ContainsFunc(call.Args, func(t *term.Term) bool { return slices.ContainsFunc(t.Vars(), isMade) }) {
				passes[b], given[call.Callee] = true, true
			}
		}
	}
	return passes, given
}

// locals are the variables that hold the addresses of the local objects of at most mostReplaced bytes that a function
// makes.
func (f *Function) locals() map[*term.Term]*Alloc {
	out := map[*term.Term]*Alloc{}
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if a, ok := i.(*Alloc); ok && a.Kind == StackObject && a.Dst.Kind == Local {
				if size, ok := a.Size.Value(); ok && size.Uint64() <= mostReplaced {
					out[a.Dst.Sym] = a
				}
			}
		}
	}
	return out
}

// isSmall says that a function of one block has at most so many instructions, and that no object is made there.
func (f *Function) isSmall(most int) bool {
	size := 0
	for _, i := range f.Blocks[0].Instructions {
		if _, makes := i.(*Alloc); makes {
			return false
		}
		if !tells(i) {
			size++
		}
	}
	return size <= most
}

// part is a piece of a local object that is read and written as one.
type part struct {
	offset, size uint64
	variable     *Variable
	sort         *term.Sort
	access       Access
}

// replaceable is a local object that can become variables, so far.
type replaceable struct {
	alloc *Alloc
	parts []*part
}

// replaceables are those of a function, by the variables that hold their addresses.
type replaceables map[*term.Term]*replaceable

// replaceable are the objects of a function of which the address goes nowhere.
func (f *Function) replaceable() replaceables {
	objects := replaceables{}
	for sym, a := range f.locals() {
		if !a.Zero && !a.Outside {
			objects[sym] = &replaceable{alloc: a}
		}
	}
	if len(objects) == 0 {
		return objects
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			objects.look(i)
		}
	}
	for sym, o := range objects {
		if len(o.parts) == 0 {
			delete(objects, sym)
		}
	}
	return objects
}

// look takes out the objects of which an instruction keeps the address, or which it uses in another way.
func (objects replaceables) look(i Instruction) {
	if tells(i) {
		return
	}
	switch i := i.(type) {
	case *Assume, *Free: // of the address nothing is kept
	case *Alloc:
		objects.drop(i.Size)
		if o := objects[i.Dst.Sym]; o != nil && o.alloc != i {
			delete(objects, i.Dst.Sym)
		}
	case *Load:
		objects.use(i.Addr, i.Dst.Sort, i.Access)
		i.Access.eachTerm(objects.drop)
		delete(objects, i.Dst.Sym)
	case *Store:
		objects.use(i.Addr, i.Value.Sort(), i.Access)
		i.Access.eachTerm(objects.drop)
		objects.drop(i.Value)
	default:
		EachTerm(i, objects.drop)
		for _, v := range Defined(i) {
			delete(objects, v.Sym)
		}
	}
}

// drop takes out the objects whose addresses a term mentions.
func (objects replaceables) drop(t *term.Term) {
	for _, sym := range t.Vars() {
		delete(objects, sym)
	}
}

// use notes an access to a part of an object, which can be replaced no longer if the part is not one of fixed bytes, or
// shares some with another, or is read as a number and written as an address, since memory then gives the number of the
// address.
func (objects replaceables) use(address *term.Term, sort *term.Sort, access Access) {
	sym, offset, ok := placeIn(address)
	o := objects[sym]
	if !ok || o == nil {
		objects.drop(address)
		return
	}
	whole, _ := o.alloc.Size.Value()
	size := uint64(sort.Width / 8)
	if sort.Kind != term.KindBV || sort.Width%8 != 0 || access.Volatile || access.Array != nil ||
		offset > whole.Uint64() || size > whole.Uint64()-offset {
		delete(objects, sym)
		return
	}
	for _, p := range o.parts {
		switch {
		case p.offset == offset && p.size == size && p.access.Pointer == access.Pointer:
			return
		case p.offset < offset+size && offset < p.offset+p.size:
			delete(objects, sym)
			return
		}
	}
	o.parts = append(o.parts, &part{offset: offset, size: size, sort: sort, access: access})
}

// placeIn reads an address as a variable and a distance.
func placeIn(address *term.Term) (sym *term.Term, offset uint64, ok bool) {
	if address.IsVar() {
		return address, 0, true
	}
	if args := address.Args(); address.Op() == term.OpBVAdd && len(args) == 2 {
		for n, arg := range args {
			if v, isConst := arg.Value(); isConst && args[1-n].IsVar() {
				return args[1-n], v.Uint64(), true
			}
		}
	}
	return nil, 0, false
}

// at is the part of an object that an access to an address reads or writes; nil: it is none of them.
func (objects replaceables) at(address *term.Term) *part {
	sym, offset, ok := placeIn(address)
	if o := objects[sym]; ok && o != nil {
		for _, p := range o.parts {
			if p.offset == offset {
				return p
			}
		}
	}
	return nil
}

// replace has variables take the place of the parts of the objects, in the order of the function, so that names are the
// same each time.
func (objects replaceables) replace(f *Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if a, ok := i.(*Alloc); ok && objects[a.Dst.Sym] != nil {
				for _, p := range objects[a.Dst.Sym].parts {
					p.variable = f.NewLocal(a.Name, p.sort)
					p.variable.Type = p.access.Type
				}
			}
		}
	}
	for _, b := range f.Blocks {
		for n, i := range b.Instructions {
			switch i := i.(type) {
			case *Load:
				if p := objects.at(i.Addr); p != nil {
					b.Instructions[n] = &Assign{At: i.At, Dst: i.Dst, Src: p.variable.Sym}
				}
			case *Store:
				if p := objects.at(i.Addr); p != nil {
					b.Instructions[n] = &Assign{At: i.At, Dst: p.variable, Src: i.Value}
				}
			}
		}
	}
}

// dropEarlyRead takes out objects of which a part may be read before it is written.
func (objects replaceables) dropEarlyRead(f *Function) {
	if len(objects) == 0 {
		return
	}
	live := make([]map[*part]bool, len(f.Blocks)) // at the starts of blocks
	early := map[*term.Term]bool{}
	before := func(b *Block) map[*part]bool {
		now := map[*part]bool{}
		for _, s := range b.Successors() {
			maps.Copy(now, live[s.Index])
		}
		for _, i := range slices.Backward(b.Instructions) {
			switch i := i.(type) {
			case *Load:
				if p := objects.at(i.Addr); p != nil {
					now[p] = true
				}
			case *Store:
				delete(now, objects.at(i.Addr))
			case *Alloc:
				if o := objects[i.Dst.Sym]; o != nil && o.isLive(now) {
					early[i.Dst.Sym] = true
				}
			}
		}
		return now
	}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(f.Blocks) {
			if now := before(b); len(now) > len(live[b.Index]) {
				live[b.Index], changed = now, true
			}
		}
	}
	for sym, o := range objects {
		if early[sym] || o.isLive(live[f.Entry().Index]) {
			delete(objects, sym)
		}
	}
}

// isLive says that a part of an object is in a set.
func (o *replaceable) isLive(set map[*part]bool) bool {
	return slices.ContainsFunc(o.parts, func(p *part) bool { return set[p] })
}
