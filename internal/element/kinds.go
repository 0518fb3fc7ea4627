package element

import (
	"cmp"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// mostKinds bounds the kinds of a program: more are no lists.
const mostKinds = 255

// Kinds says which objects are elements, of which kind, and what is kept in them. Pointers that are
// assigned to each other point at elements of one kind (Steensgaard's unification), and a cell of
// an element is known by its map and its offset. It may be wrong: facts that are made of it are
// proved.
type Kinds struct {
	program  *ir.Program
	parent   map[node]node
	order    map[node]int // in which nodes were met: what is made of them is always the same
	sites    []site
	accesses []access
	numbers  map[node]int
	fields   []Field
	maps     []Property
	madeOf   map[*term.Term]*ir.Variable // what mapOf has said of choices, whose parts are shared
	choices  map[*term.Term]choice       // what nodeOf has said of choices
}

// choice is what nodeOf says.
type choice struct {
	node node
	ok   bool
}

// node stands for the values of a variable, or of the cells at an offset in a map, or for an object
// with a fixed address.
type node struct {
	variable *ir.Variable
	cell     bool
	offset   uint64
	address  uint64
}

// site is where an element begins to be: an assignment of the address of the next object, or an
// object with a fixed address.
type site struct {
	block   *ir.Block
	at      ir.Instruction
	element node
}

type access struct {
	base, cell node
}

// Field is a cell of the elements of a kind.
type Field struct {
	Map    *ir.Variable
	Offset uint64
	Of     int
	To     int // the kind of what it points at; 0: it holds no pointers to elements
	// Values are the constants that the text writes there, if it writes nothing else; nil: it does.
	Values []*term.Term
}

// Property is a map with a cell for each object: what became of it, how large it is.
type Property struct {
	Map    *ir.Variable
	Values []*term.Term // the constants that the text writes
}

// FindKinds looks at a program in which memory is maps.
func FindKinds(p *ir.Program) *Kinds {
	k := &Kinds{program: p, parent: map[node]node{}, order: map[node]int{}, numbers: map[node]int{}, madeOf: map[*term.Term]*ir.Variable{}, choices: map[*term.Term]choice{}}
	if p.Model == nil || p.AllocCounter == nil {
		return k
	}
	written := map[node]*constants{}
	properties := map[*ir.Variable]*constants{}
	for _, f := range reached(p) {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				k.instruction(b, i, written, properties)
			}
			if jump, ok := b.Terminator.(*ir.Goto); ok {
				for _, t := range jump.Targets {
					k.reads(t.Guard)
				}
			}
		}
	}
	k.number()
	k.makeFields(written)
	for _, v := range p.Globals {
		if c := properties[v]; c != nil {
			k.maps = append(k.maps, Property{v, c.list})
		}
	}
	return k
}

// reached are the functions that the entry may call, in the order of the program.
func reached(p *ir.Program) []*ir.Function {
	seen := map[*ir.Function]bool{p.Entry: true}
	for work := []*ir.Function{p.Entry}; len(work) > 0; work = work[1:] {
		for _, b := range work[0].Blocks {
			if call := b.Call(); call != nil && !seen[call.Callee] {
				seen[call.Callee] = true
				work = append(work, call.Callee)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Functions), func(f *ir.Function) bool { return !seen[f] })
}

// MostBlocks is the number of basic blocks of the largest program in which facts about elements are
// looked for: it becomes a single procedure.
const MostBlocks = 3000

// Worthwhile reports whether facts about elements may be looked for in a program: it is small
// enough, and elements lead to elements.
func Worthwhile(p *ir.Program) bool {
	blocks := 0
	for _, f := range reached(p) {
		blocks += len(f.Blocks)
	}
	return blocks <= MostBlocks && FindKinds(p).Any()
}

// constants are those written somewhere.
type constants struct {
	list  []*term.Term
	other bool // something else was written, too
}

func (c *constants) add(t *term.Term) {
	switch {
	case !t.IsConst():
		c.other = true
	case !slices.Contains(c.list, t):
		c.list = append(c.list, t)
	}
}

func (k *Kinds) width() int { return k.program.Model.PointerWidth }

func (k *Kinds) isPointer(s *term.Sort) bool { return s.Kind == term.KindBV && s.Width == k.width() }

// isCells reports whether a variable is a map of cells by address; isProperty, by object.
func (k *Kinds) isCells(v *ir.Variable) bool {
	return v != nil && v.Memory != nil && v.Sort.Kind == term.KindArray && k.isPointer(v.Sort.Index)
}

func (k *Kinds) isProperty(v *ir.Variable) bool {
	return v != nil && v.Memory == nil && v.Kind == ir.Global && !k.isGhost(v) && v.Sort.Kind == term.KindArray && v.Sort.Index == k.objectSort()
}

// isGhost reports whether a variable is the map of kinds.
func (k *Kinds) isGhost(v *ir.Variable) bool {
	return k.program.Elements != nil && v == k.program.Elements.Kinds
}

func (k *Kinds) objectSort() *term.Sort {
	return k.program.Terms.BV(k.width() - k.program.Model.GranuleBits)
}

// Object is the number of the object that an address is in.
func (k *Kinds) Object(address *term.Term) *term.Term {
	return k.program.Terms.Extract(k.width()-1, k.program.Model.GranuleBits, address)
}

// start says that an address is that of an object's first byte.
func (k *Kinds) start(address *term.Term) *term.Term {
	bits := k.program.Model.GranuleBits
	return k.program.Terms.Eq(k.program.Terms.Extract(bits-1, 0, address), k.program.Terms.BVConst(bits, 0))
}

func (k *Kinds) find(n node) node {
	if _, ok := k.order[n]; !ok {
		k.order[n] = len(k.order)
	}
	for {
		up, ok := k.parent[n]
		if !ok {
			return n
		}
		n = up
	}
}

func (k *Kinds) union(a, b node) {
	if a, b = k.find(a), k.find(b); a != b {
		if k.order[a] > k.order[b] {
			a, b = b, a
		}
		k.parent[b] = a
	}
}

func (k *Kinds) instruction(b *ir.Block, i ir.Instruction, written map[node]*constants, properties map[*ir.Variable]*constants) {
	ir.EachTerm(i, k.reads)
	switch x := i.(type) {
	case *ir.Assign:
		switch {
		case k.isPointer(x.Dst.Sort):
			if x.Src.DependsOn(k.program.AllocCounter.Sym) && x.Dst != k.program.AllocCounter {
				k.sites = append(k.sites, site{block: b, at: i, element: node{variable: x.Dst}})
			}
			if n, ok := k.nodeOf(x.Src); ok && x.Dst != k.program.AllocCounter {
				k.union(node{variable: x.Dst}, n)
			}
		case k.isCells(x.Dst):
			k.stores(x.Src, func(address, value *term.Term) {
				base, offset, ok := k.split(address)
				if !ok {
					return
				}
				cell := k.cell(x.Dst, offset)
				k.accesses = append(k.accesses, access{base, cell})
				if n, ok := k.nodeOf(value); ok {
					k.union(cell, n)
				}
				if written[cell] == nil {
					written[cell] = &constants{}
				}
				written[cell].add(value)
			})
		case k.isProperty(x.Dst):
			k.stores(x.Src, func(_, value *term.Term) {
				if properties[x.Dst] == nil {
					properties[x.Dst] = &constants{}
				}
				properties[x.Dst].add(value)
			})
		}
	case *ir.Call:
		for n, argument := range x.Args {
			if n < len(x.Callee.Params) && k.isPointer(argument.Sort()) {
				if from, ok := k.nodeOf(argument); ok {
					k.union(node{variable: x.Callee.Params[n]}, from)
				}
			}
		}
		for n, dst := range x.Results {
			if dst != nil && n < len(x.Callee.Results) && k.isPointer(dst.Sort) {
				k.union(node{variable: dst}, node{variable: x.Callee.Results[n]})
			}
		}
	}
}

// stores visits what a term writes to a map, each store once.
func (k *Kinds) stores(t *term.Term, visit func(index, value *term.Term)) {
	seen := map[*term.Term]bool{}
	var walk func(t *term.Term)
	walk = func(t *term.Term) {
		for !seen[t] {
			seen[t] = true
			switch t.Op() {
			case term.OpStore:
				visit(t.Arg(1), t.Arg(2))
				t = t.Arg(0)
			case term.OpIte:
				walk(t.Arg(1))
				t = t.Arg(2)
			}
		}
	}
	walk(t)
}

// reads notes the accesses in a term.
func (k *Kinds) reads(t *term.Term) {
	term.Walker(func(u *term.Term) bool {
		if u.Op() == term.OpSelect {
			if m := k.mapOf(u.Arg(0)); k.isCells(m) {
				if base, offset, ok := k.split(u.Arg(1)); ok {
					k.accesses = append(k.accesses, access{base, k.cell(m, offset)})
				}
			}
		}
		return !u.HasQuantifier()
	})(t)
}

// mapOf is the variable that a map was made of by stores; nil: it is another map. It remembers what it says of
// choices, whose parts are shared: a map behind n choices has 2^n ways to its variable.
func (k *Kinds) mapOf(t *term.Term) *ir.Variable {
	for t.Op() == term.OpStore {
		t = t.Arg(0)
	}
	if t.IsVar() {
		return k.program.VariableOf(t)
	}
	if t.Op() != term.OpIte {
		return nil
	}
	m, known := k.madeOf[t]
	if !known {
		if m = k.mapOf(t.Arg(1)); m != nil && m != k.mapOf(t.Arg(2)) {
			m = nil
		}
		k.madeOf[t] = m
	}
	return m
}

func (k *Kinds) cell(m *ir.Variable, offset uint64) node {
	n := node{variable: m, cell: true, offset: offset}
	k.find(n)
	return n
}

// split takes an address apart into what points at an element and an offset.
func (k *Kinds) split(address *term.Term) (base node, offset uint64, ok bool) {
	b, offset, ok := k.Split(address)
	if !ok {
		return node{}, 0, false
	}
	base, ok = k.nodeOf(b)
	return base, offset, ok
}

// Split takes an address apart into a term without a constant summand, and the constant; one that
// is constant into the start of an object and an offset.
func (k *Kinds) Split(address *term.Term) (base *term.Term, offset uint64, ok bool) {
	if v, isConst := address.Value(); isConst {
		start, ok := k.startOf(v)
		if !ok {
			return nil, 0, false
		}
		return k.program.Terms.BVConst(k.width(), start), uint64(v.Int64()) - start, true
	}
	if address.Op() != term.OpBVAdd {
		return address, 0, true
	}
	args := address.Args()
	if len(args) != 2 {
		return nil, 0, false
	}
	for i, a := range args {
		if v, isConst := a.Value(); isConst && v.FitsInt64() && v.Int64() >= 0 {
			return args[1-i], uint64(v.Int64()), true
		}
	}
	return nil, 0, false
}

// startOf is where the object begins that has a constant address: one that is there from the start,
// or one that is allocated before anything that depends on the run.
func (k *Kinds) startOf(v term.Value) (uint64, bool) {
	if !v.FitsInt64() || v.Int64() <= 0 {
		return 0, false
	}
	address := uint64(v.Int64())
	if address >= k.program.FirstFree {
		return address &^ (1<<k.program.Model.GranuleBits - 1), true
	}
	for _, o := range k.program.Objects {
		if o.Kind == ir.StaticObject && o.Address <= address && address-o.Address < max(o.Size, 1) {
			return o.Address, true
		}
	}
	return 0, false
}

// nodeOf is the node of the values of a term that may be the address of an element.
func (k *Kinds) nodeOf(t *term.Term) (node, bool) {
	switch {
	case t.IsVar():
		v := k.program.VariableOf(t)
		if v == nil || !k.isPointer(v.Sort) || v == k.program.AllocCounter {
			return node{}, false
		}
		n := node{variable: v}
		k.find(n)
		return n, true
	case t.Op() == term.OpIte:
		if done, ok := k.choices[t]; ok {
			return done.node, done.ok
		}
		x, isX := k.nodeOf(t.Arg(1))
		y, isY := k.nodeOf(t.Arg(2))
		if isX && isY {
			k.union(x, y)
		}
		if !isX {
			x = y
		}
		k.choices[t] = choice{x, isX || isY}
		return x, isX || isY
	case t.Op() == term.OpSelect && k.isPointer(t.Sort()):
		if m := k.mapOf(t.Arg(0)); k.isCells(m) {
			if base, offset, ok := k.split(t.Arg(1)); ok {
				cell := k.cell(m, offset)
				k.accesses = append(k.accesses, access{base, cell})
				return cell, true
			}
		}
	case t.IsConst():
		v, _ := t.Value()
		start, ok := k.startOf(v)
		if !ok || start != uint64(v.Int64()) {
			return node{}, false
		}
		n := node{address: start}
		if _, met := k.order[n]; !met {
			k.sites = append(k.sites, site{element: n})
		}
		k.find(n)
		return n, true
	}
	return node{}, false
}

// number gives kinds their numbers: the classes of pointers that a cell of an element is reached
// by.
func (k *Kinds) number() {
	reached := map[node]bool{}
	for _, a := range k.accesses {
		reached[k.find(a.base)] = true
	}
	for _, s := range k.sites {
		root := k.find(s.element)
		if reached[root] && k.numbers[root] == 0 && len(k.numbers) < mostKinds {
			k.numbers[root] = len(k.numbers) + 1
		}
	}
}

// KindOf is the kind that a pointer points at; 0: none.
func (k *Kinds) KindOf(t *term.Term) int {
	n, ok := k.known(t)
	if !ok {
		return 0
	}
	return k.numbers[k.find(n)]
}

// known is nodeOf without noting anything.
func (k *Kinds) known(t *term.Term) (n node, ok bool) {
	term.Chosen(t, func(value *term.Term) bool {
		n, ok = k.knownValue(value)
		return !ok
	})
	return n, ok
}

// knownValue is known of what is no choice.
func (k *Kinds) knownValue(t *term.Term) (node, bool) {
	var n node
	switch {
	case t.IsVar():
		n = node{variable: k.program.VariableOf(t)}
	case t.Op() == term.OpSelect:
		m := k.mapOf(t.Arg(0))
		_, offset, ok := k.Split(t.Arg(1))
		if !ok {
			return node{}, false
		}
		n = node{variable: m, cell: true, offset: offset}
	case t.IsConst():
		if v, _ := t.Value(); v.FitsInt64() {
			n = node{address: uint64(v.Int64())}
		}
	}
	_, ok := k.order[n]
	return n, ok
}

// makeFields lists the cells of elements.
func (k *Kinds) makeFields(written map[node]*constants) {
	type pair struct {
		cell node
		of   int
	}
	seen := map[pair]bool{}
	for _, a := range k.accesses {
		of := k.numbers[k.find(a.base)]
		if of == 0 || seen[pair{a.cell, of}] {
			continue
		}
		seen[pair{a.cell, of}] = true
		f := Field{Map: a.cell.variable, Offset: a.cell.offset, Of: of}
		if k.isPointer(f.Map.Sort.Elem) {
			f.To = k.numbers[k.find(a.cell)]
		}
		if c := written[a.cell]; c != nil && !c.other {
			f.Values = c.list
		}
		k.fields = append(k.fields, f)
	}
	slices.SortStableFunc(k.fields, func(x, y Field) int {
		return cmp.Or(cmp.Compare(x.Of, y.Of), cmp.Compare(x.Map.Index, y.Map.Index), cmp.Compare(x.Offset, y.Offset))
	})
}

// Fields are the cells of elements, Properties the maps with a cell for each object.
func (k *Kinds) Fields() []Field { return k.fields }

// Properties are the maps with a cell for each object, but for the ghost of kinds.
func (k *Kinds) Properties() []Property { return k.maps }

// Any reports whether elements lead to elements.
func (k *Kinds) Any() bool {
	return slices.ContainsFunc(k.fields, func(f Field) bool { return f.To != 0 })
}

// Count is how many kinds there are; they are numbered from 1.
func (k *Kinds) Count() int { return len(k.numbers) }

// Read is a field of the element at an address.
func (k *Kinds) Read(f Field, address *term.Term) *term.Term {
	terms := k.program.Terms
	return terms.Select(f.Map.Sym, terms.BVAdd(address, terms.BVConst(k.width(), f.Offset)))
}

// Element is the address of the element of which a term reads a cell or a property; nil: it does
// not.
func (k *Kinds) Element(read *term.Term) *term.Term {
	m := k.mapOf(read.Arg(0))
	switch {
	case k.isCells(m):
		if base, _, ok := k.Split(read.Arg(1)); ok {
			return base
		}
	case k.isProperty(m) || m != nil && k.isGhost(m):
		if o := read.Arg(1); o.Op() == term.OpExtract && o.Param(0) == k.width()-1 && o.Param(1) == k.program.Model.GranuleBits {
			return o.Arg(0)
		}
	}
	return nil
}

// IsCell reports whether a read is of memory, and not of a map by object.
func (k *Kinds) IsCell(read *term.Term) bool { return k.isCells(k.mapOf(read.Arg(0))) }
