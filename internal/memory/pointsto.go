package memory

import (
	"math"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// The analysis reads the program once, without regard to order, and collects constraints over nodes:
//
//	x := t, arguments, results    flows: the value of a term may be in a variable
//	load, store                   flows from and to the contents of cells
//	alloc, address constants      objects
//
// They are solved together to a fixpoint (solve.go). A flow unites two nodes only if an address may come
// along it (the source is bearing) and its target may be used as an address (it is needed): numbers that
// are only counted and compared keep pointers apart.
//
// # What is taken for granted
//
// An access stays inside the object that its address was computed from: an address is an object's
// address plus numbers, or comes out of bit operations on one. In standard C anything else is undefined.
// These are assumptions of the report (assumption.AccessInside and its neighbours).
//
// An address that was computed from no object at all, read from memory or a variable that the
// program never wrote, or a constant, is taken for one of an object apart from those of the program
// (unknown.go). If such an address may be an input, it may be any object's: then memory is not
// split at all. Inputs that are pointers from outside of an open program are addresses of objects
// that are not the program's (outside.go). What the program compares such addresses with is not apart (compared.go).

// flow says that the value of src + offset + k*stride, for some number k (none if stride is 0), may be
// in dst.
type flow struct {
	dst, src *node
	offset   int64
	stride   int64
}

// sum is a sum of terms of which some may be addresses: at most one of them is the address, the others
// are distances.
type sum struct {
	dst       *node
	positive  []*node
	others    []*node // terms with a factor
	negative  []*node // those of them of which it is -1
	constant  uint64
	offset    int64   // the constant, as a distance
	divisors  []int64 // of the positive terms, in their order
	remaining int64   // greatest common divisor of all that is not positive
}

// transfer is a load or a store.
type transfer struct {
	addr, value *node
	width       int64
	load        bool
	at          ir.Instruction
}

type analysis struct {
	forest
	elements    map[ir.Instruction]*element // accesses to elements of arrays in structs
	program     *ir.Program
	slots       map[*term.Term]*node
	objects     map[*ir.Object]*node
	named       map[*node]bool // of objects whose addresses are written as symbols
	fresh       []*node        // objects that are allocated
	flows       []flow
	sums        []*sum
	transfers   []*transfer
	addresses   map[ir.Instruction]*node   // of Load, Store, Fill and Copy (its destination) and zeroed Alloc
	order       []ir.Instruction           // the keys of addresses, in program order
	wild        map[*node]bool             // inputs that are pointers
	numbers     map[*node]bool             // inputs that are numbers
	anything    bool                       // some address is an input and may be that of any object
	unset       map[*ir.Variable]*node     // variables that may be read before the program sets them
	unknown     *node                      // objects at addresses that are numbers, or nil
	outside     []*node                    // objects outside of an open program
	filled      []*node                    // objects whose contents something outside wrote
	typed       map[string]*node           // those of them to which pointers of a type lead
	unwritten   map[string]ref             // objects at addresses read from memory nobody wrote, by pointer type
	given       []*node                    // variables that are given fresh objects
	copied      map[ir.Instruction]*node   // where a Copy reads
	guards      map[ir.Instruction][]reach // of Load and Store
	anywhere    map[ir.Instruction]bool    // accesses that are outside of all objects
	comparisons []*comparison              // nil while none count
	siteCount   int
}

func newAnalysis(p *ir.Program) *analysis {
	a := &analysis{
		guards: map[ir.Instruction][]reach{}, anywhere: map[ir.Instruction]bool{}, copied: map[ir.Instruction]*node{}, elements: map[ir.Instruction]*element{}, program: p, slots: map[*term.Term]*node{}, objects: map[*ir.Object]*node{}, named: map[*node]bool{},
		addresses: map[ir.Instruction]*node{}, wild: map[*node]bool{}, numbers: map[*node]bool{}, typed: map[string]*node{}, unwritten: map[string]ref{}, unset: map[*ir.Variable]*node{},
	}
	if p.SitesAlike || p.Open || hasOutside(p) {
		a.only = &site{}
	}
	return a
}

// hasOutside says that an input is an address of an object outside, or may lie where something outside wrote. Any
// object may begin with such addresses, which are of no site.
func hasOutside(p *ir.Program) bool {
	found := false
	ir.EachInstruction(p, func(i ir.Instruction) {
		switch i := i.(type) {
		case *ir.Havoc:
			found = found || i.Input.Kind == ir.OutsidePointer
		case *ir.Alloc:
			found = found || i.Outside
		}
	})
	return found
}

// collect makes the constraints of the whole program.
func (a *analysis) collect() {
	for _, o := range a.program.Objects {
		n := newNode()
		n.bearing = true
		n.sites = []*site{a.newSite(n)}
		size := int64(math.MaxInt64)
		if !o.Declared && o.Size > 0 && o.Size < 1<<40 { // elsewhere it may be larger
			size = int64(o.Size)
		}
		n.sites[0].extents = append(n.sites[0].extents, extent{n, size})
		a.objects[o] = n
		if o.Symbol != nil {
			a.slots[o.Symbol.Sym] = n
			a.named[n] = true
		}
	}
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			earlier := map[*term.Term][2]reach{}
			for _, i := range b.Instructions {
				a.instruction(i)
				a.guard(i, earlier)
			}
		}
	}
}

func (a *analysis) instruction(i ir.Instruction) {
	switch i := i.(type) {
	case *ir.Assign:
		a.assign(i.Dst, i.Src)
	case *ir.Havoc:
		a.havoc(i)
	case *ir.Call:
		for n, arg := range i.Args {
			a.assign(i.Callee.Params[n], arg)
		}
		for n, r := range i.Results {
			if r != nil {
				a.assign(r, i.Callee.Results[n].Sym)
			}
		}
	case *ir.Load:
		a.transfer(i, i.Addr, i.Dst.Sym).load = true
	case *ir.Store:
		a.transfer(i, i.Addr, i.Value)
	case *ir.Copy:
		a.touch(i, i.To)
		from := a.slot(i.From)
		root(from).needed = true
		a.copied[i] = from
		a.unify(union{a: ref{a.addresses[i], 0}, b: ref{from, 0}})
	case *ir.Fill:
		a.touch(i, i.Addr)
	case *ir.Alloc:
		a.allocate(i)
	}
}

// havoc records an input. What C leaves open (Unspecified) is no address.
func (a *analysis) havoc(i *ir.Havoc) {
	n := a.slot(i.Dst.Sym)
	switch {
	case n == nil:
	case i.Input.Kind == ir.UninitializedRead:
		a.unset[i.Dst] = n
	case i.Input.Kind == ir.OutsidePointer:
		a.flows = append(a.flows, flow{dst: n, src: a.outsideOf(i.Dst.Type)})
	case i.Input.Kind == ir.Unspecified:
	case i.Input.Type == ir.MixtureType:
		a.numbers[n] = true
		a.flows = append(a.flows, flow{dst: n, src: n, stride: 1})
	case strings.Contains(i.Input.Type, "*"):
		a.wild[n] = true
	default:
		a.numbers[n] = true
	}
}

func (a *analysis) assign(dst *ir.Variable, src *term.Term) {
	from, to := a.slot(src), a.slot(dst.Sym)
	if from != nil && to != nil && from != to {
		a.flows = append(a.flows, flow{dst: to, src: from})
	}
}

// touch records that an instruction uses addr as an address.
func (a *analysis) touch(i ir.Instruction, addr *term.Term) {
	n := a.slot(addr)
	root(n).needed = true
	a.addresses[i] = n
	a.order = append(a.order, i)
}

// transfer records a load or a store of value.
func (a *analysis) transfer(i ir.Instruction, addr, value *term.Term) *transfer {
	if e := a.elementOf(i, addr); e != nil {
		addr = e.base
		a.elements[i] = e
	}
	a.touch(i, addr)
	t := &transfer{addr: a.addresses[i], value: a.slot(value), width: int64(bitWidth(value.Sort()) / 8), at: i}
	a.transfers = append(a.transfers, t)
	return t
}

func (a *analysis) allocate(i *ir.Alloc) {
	object := newNode()
	object.bearing = true
	object.sites = []*site{a.newSite(object)}
	size := int64(math.MaxInt64)
	if v, ok := i.Size.Value(); ok && v.Uint64() < 1<<40 {
		size = int64(v.Uint64()) // of 32 bits it may be negative if read as signed
	}
	object.sites[0].extents = append(object.sites[0].extents, extent{object, size})
	a.fresh = append(a.fresh, object)
	if i.Outside {
		a.filled = append(a.filled, object)
	}
	a.given = append(a.given, a.slot(i.Dst.Sym))
	a.flows = append(a.flows, flow{dst: a.slot(i.Dst.Sym), src: object})
	if i.Zero {
		object.needed = true
		a.addresses[i] = object
		a.order = append(a.order, i)
	}
}

// slot is the node of a term's value; nil for a Bool or a map, which holds no address.
func (a *analysis) slot(t *term.Term) *node {
	if n := a.slots[t]; n != nil {
		return n
	}
	switch t.Sort().Kind {
	case term.KindBV, term.KindFloat, term.KindInt: // an address may pass through an integer
	default:
		return nil
	}
	n := newNode()
	n.narrow = a.isPart(t)
	a.slots[t] = n
	switch t.Op() {
	case term.OpVar:
	case term.OpConst:
		a.constant(n, t)
	case term.OpIte:
		a.flow(n, t.Args()[1], 0, 0)
		a.flow(n, t.Args()[2], 0, 0)
	case term.OpBVAdd:
		a.sum(n, t)
	case term.OpSelect: // of what is known of objects: no address
	default:
		for _, arg := range t.Args() {
			a.flow(n, arg, 0, 1)
		}
	}
	return n
}

func (a *analysis) flow(dst *node, src *term.Term, offset, stride int64) {
	if from := a.slot(src); from != nil {
		a.flows = append(a.flows, flow{dst: dst, src: from, offset: offset, stride: stride})
	}
}

// constant is a number: the address of the object in or right behind whose bytes it lies, unless the
// front end writes that object's addresses as symbols.
func (a *analysis) constant(n *node, t *term.Term) {
	for _, o := range a.objectsAt(t) {
		v, _ := t.Value()
		a.flows = append(a.flows, flow{dst: n, src: a.objects[o], offset: int64(v.Uint64() - o.Address)})
	}
}

// isNumber says that an address is computed from constants and variables that lead to no object.
func (a *analysis) isNumber(address *term.Term) bool {
	switch address.Op() {
	case term.OpConst:
		return len(a.objectsAt(address)) == 0
	case term.OpVar:
		return a.slots[address] != nil && !root(a.slots[address]).bearing
	case term.OpBVAdd:
		return !slices.ContainsFunc(address.Args(), func(t *term.Term) bool { return !a.isNumber(t) })
	}
	return false
}

// objectsAt are the objects in or right behind whose bytes a number lies.
func (a *analysis) objectsAt(t *term.Term) []*ir.Object {
	v, _ := t.Value()
	if v.Width() != a.program.Model.PointerWidth {
		return nil
	}
	var out []*ir.Object
	for _, o := range a.program.Objects {
		if a.asNumber(o) && v.Uint64() >= o.Address && v.Uint64() <= o.Address+o.Size {
			out = append(out, o)
		}
	}
	return out
}

// asNumber reports whether o is data whose addresses the program may write as numbers. Functions are no
// data: nothing is loaded from them or stored to them.
func (a *analysis) asNumber(o *ir.Object) bool {
	return o.Symbol == nil && o.Kind != ir.FunctionObject
}

// sum handles t = x1 + ... + xn + c*y + ... + constant.
func (a *analysis) sum(n *node, t *term.Term) {
	s := &sum{dst: n}
	for _, arg := range t.Args() {
		if v, ok := arg.Value(); ok {
			s.offset, s.constant = v.Int64(), v.Uint64()
			continue
		}
		if scale, base := scaled(arg); scale != 1 {
			s.others = append(s.others, a.slot(base))
			s.remaining = gcd(s.remaining, divisor(arg))
			if scale == -1 {
				s.negative = append(s.negative, a.slot(base))
			}
			continue
		}
		s.positive = append(s.positive, a.slot(arg))
		s.divisors = append(s.divisors, divisor(arg))
	}
	a.sums = append(a.sums, s)
}

// scaled reads c*x as (c, x) and anything else as (1, t).
func scaled(t *term.Term) (int64, *term.Term) {
	if args := t.Args(); t.Op() == term.OpBVMul && len(args) == 2 {
		if c, ok := args[0].Value(); ok {
			return c.Int64(), args[1]
		}
	}
	return 1, t
}

// divisor is a number that divides the value of t, also when the arithmetic wraps around: 0 for the
// constant 0, otherwise a power of two, or more where t cannot wrap.
func divisor(t *term.Term) int64 { return divisors{}.of(t) }

// divisors has what was found of terms: the sides of choices share parts.
type divisors map[*term.Term]int64

func (d divisors) of(t *term.Term) int64 {
	out, known := d[t]
	if !known {
		out = d.byOperator(t)
		d[t] = out
	}
	return out
}

func (d divisors) byOperator(t *term.Term) int64 {
	switch t.Op() {
	case term.OpConst:
		v, _ := t.Value()
		return gcd(v.Int64(), 0)
	case term.OpBVMul:
		if c, base := scaled(t); c != 1 && gcd(c, 0) < 1<<30 {
			if width := t.Sort().Width; valueBits(base) <= width-32 {
				return gcd(c, 0)
			}
			return powerOfTwo(c)
		}
	case term.OpConcat:
		last := t.Args()[len(t.Args())-1]
		if v, ok := last.Value(); ok && v.Width() < 62 {
			if v.Uint64() == 0 {
				return 1 << v.Width()
			}
			return powerOfTwo(v.Int64())
		}
	case term.OpIte:
		return gcd(d.of(t.Args()[1]), d.of(t.Args()[2]))
	case term.OpBVAdd:
		all := int64(0)
		for _, arg := range t.Args() {
			all = gcd(all, d.of(arg))
		}
		if all == 0 {
			return 0
		}
		return powerOfTwo(all)
	case term.OpZeroExt, term.OpSignExt:
		return powerOfTwo(d.of(t.Args()[0]))
	case term.OpBVShl:
		if v, ok := t.Args()[1].Value(); ok && v.Uint64() < 62 {
			return 1 << v.Uint64()
		}
	}
	return 1
}

// powerOfTwo is the largest power of two that divides c; 0 for 0.
func powerOfTwo(c int64) int64 { return c & -c }

// valueBits bounds the number of significant bits of a term.
func valueBits(t *term.Term) int {
	if t.Op() == term.OpZeroExt || t.Op() == term.OpSignExt {
		return t.Args()[0].Sort().Width
	}
	return t.Sort().Width
}
