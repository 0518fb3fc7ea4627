package term

import (
	"math/big"
	"strconv"
	"sync"
	"sync/atomic"

	"yogi/internal/bug"
)

// Builder makes terms. It may be used by several goroutines at once.
type Builder struct {
	nextID atomic.Uint32
	shards [shardCount]shard

	symbols   sync.RWMutex
	variables map[variableKey]*Term
	names     map[string]bool // names of variables and functions, for Fresh
	functions map[string][]*Func
	functionN uint32
	freshN    uint64

	sorts    sync.RWMutex
	sortMap  map[Sort]*Sort
	boolSort *Sort
	intSort  *Sort
	realSort *Sort
	bvSorts  [129]*Sort

	yes, no *Term
	selects [selectCacheSize]atomic.Pointer[selectMemo]
}

type variableKey struct {
	name string
	sort *Sort
}

const shardCount = 32

// shard is one part of the hash-consing table: open addressing, linear probing.
type shard struct {
	mu    sync.Mutex
	slots []*Term
	count int
}

// NewBuilder makes an empty builder.
func NewBuilder() *Builder {
	b := &Builder{variables: map[variableKey]*Term{}, names: map[string]bool{}, functions: map[string][]*Func{}, sortMap: map[Sort]*Sort{}}
	for i := range b.shards {
		b.shards[i].slots = make([]*Term, 64)
	}
	b.boolSort = b.internSort(Sort{Kind: KindBool})
	b.intSort = b.internSort(Sort{Kind: KindInt})
	b.realSort = b.internSort(Sort{Kind: KindReal})
	for w := 1; w < len(b.bvSorts); w++ {
		b.bvSorts[w] = b.internSort(Sort{Kind: KindBV, Width: w})
	}
	b.no = b.Const(BoolValue(false))
	b.yes = b.Const(BoolValue(true))
	return b
}

func (b *Builder) internSort(s Sort) *Sort {
	b.sorts.RLock()
	known := b.sortMap[s]
	b.sorts.RUnlock()
	if known != nil {
		return known
	}
	b.sorts.Lock()
	defer b.sorts.Unlock()
	if known := b.sortMap[s]; known != nil {
		return known
	}
	made := s
	made.id = uint32(len(b.sortMap) + 1)
	b.sortMap[s] = &made
	return &made
}

// Bool is the sort of truth values.
func (b *Builder) Bool() *Sort { return b.boolSort }

// Int is the sort of mathematical integers.
func (b *Builder) Int() *Sort { return b.intSort }

// Real is the sort of real numbers.
func (b *Builder) Real() *Sort { return b.realSort }

// BV is the sort of bit-vectors of the given positive width.
func (b *Builder) BV(width int) *Sort {
	if width <= 0 {
		bug.Errorf("bit-vector sort of width %d", width)
	}
	if width < len(b.bvSorts) {
		return b.bvSorts[width]
	}
	return b.internSort(Sort{Kind: KindBV, Width: width})
}

// Float is the sort of IEEE floats with eb exponent bits and sb significand bits (hidden bit included).
func (b *Builder) Float(eb, sb int) *Sort {
	if eb < 2 || sb < 2 || eb > 30 {
		bug.Errorf("float sort %d %d", eb, sb)
	}
	return b.internSort(Sort{Kind: KindFloat, Exp: eb, Sig: sb})
}

// Array is the sort of total functions from index to elem.
func (b *Builder) Array(index, elem *Sort) *Sort {
	return b.internSort(Sort{Kind: KindArray, Index: index, Elem: elem})
}

// Uninterpreted is the sort with the given name.
func (b *Builder) Uninterpreted(name string) *Sort {
	return b.internSort(Sort{Kind: KindUninterpreted, Name: name})
}

// True is the constant true.
func (b *Builder) True() *Term { return b.yes }

// False is the constant false.
func (b *Builder) False() *Term { return b.no }

// BoolConst is the constant v.
func (b *Builder) BoolConst(v bool) *Term {
	if v {
		return b.yes
	}
	return b.no
}

// Var is the variable with this name and sort.
func (b *Builder) Var(name string, sort *Sort) *Term {
	key := variableKey{name, sort}
	b.symbols.RLock()
	t := b.variables[key]
	b.symbols.RUnlock()
	if t != nil {
		return t
	}
	b.symbols.Lock()
	defer b.symbols.Unlock()
	if t := b.variables[key]; t != nil {
		return t
	}
	return b.newVar(key)
}

// newVar needs the symbols lock.
func (b *Builder) newVar(key variableKey) *Term {
	t := &Term{op: OpVar, sort: key.sort, size: 1, aux: &auxiliary{name: key.name}, features: sortFeatures(key.sort)}
	t.id = b.nextID.Add(1)
	t.hash = uint32(mix(uint64(OpVar), uint64(t.id)))
	t.varMask = 1 << (t.hash & 63)
	b.variables[key] = t
	b.names[key.name] = true
	return t
}

// Fresh is a variable no one has used: its name is the given one and a number.
func (b *Builder) Fresh(name string, sort *Sort) *Term {
	b.symbols.Lock()
	defer b.symbols.Unlock()
	for {
		b.freshN++
		candidate := name + "!" + strconv.FormatUint(b.freshN, 10)
		if !b.names[candidate] {
			return b.newVar(variableKey{candidate, sort})
		}
	}
}

// Func is the uninterpreted function with this name, parameters and result.
func (b *Builder) Func(name string, params []*Sort, result *Sort) *Func {
	b.symbols.Lock()
	defer b.symbols.Unlock()
	for _, f := range b.functions[name] {
		if f.Result == result && equalSorts(f.Params, params) {
			return f
		}
	}
	b.functionN++
	f := &Func{Name: name, Params: append([]*Sort(nil), params...), Result: result, id: b.functionN}
	b.functions[name] = append(b.functions[name], f)
	b.names[name] = true
	return f
}

func equalSorts(a, b []*Sort) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// SortOf is the builder's sort of a value.
func (b *Builder) SortOf(v Value) *Sort {
	switch v.kind {
	case KindBool:
		return b.boolSort
	case KindBV:
		return b.BV(int(v.width))
	case KindInt:
		return b.intSort
	case KindReal:
		return b.realSort
	case KindFloat:
		return b.Float(v.FloatFormat())
	case KindArray:
		return b.importSort(v.ext.array.sort)
	case KindUninterpreted:
		return b.importSort(v.ext.sort)
	}
	bug.Errorf("sort of an invalid value")
	return nil
}

// importSort is this builder's copy of a sort that may belong to another.
func (b *Builder) importSort(s *Sort) *Sort {
	switch s.Kind {
	case KindArray:
		return b.Array(b.importSort(s.Index), b.importSort(s.Elem))
	case KindUninterpreted:
		return b.Uninterpreted(s.Name)
	case KindBV:
		return b.BV(s.Width)
	case KindFloat:
		return b.Float(s.Exp, s.Sig)
	}
	return b.internSort(Sort{Kind: s.Kind})
}

// Const is the constant v. An array becomes stores over a constant array.
func (b *Builder) Const(v Value) *Term {
	sort := b.SortOf(v)
	if v.kind == KindArray {
		t := b.ConstArray(sort, b.Const(v.ext.array.dflt))
		v.ext.array.Each(func(i, e Value) bool {
			t = b.Store(t, b.Const(i), b.Const(e))
			return true
		})
		return t
	}
	return b.intern(&head{op: OpConst, sort: sort, value: v}, nil)
}

// BVConst is the bit-vector x modulo 2^width.
func (b *Builder) BVConst(width int, x uint64) *Term { return b.Const(BVValue(width, x)) }

// BVBig is the bit-vector x modulo 2^width.
func (b *Builder) BVBig(width int, x *big.Int) *Term { return b.Const(BVBigValue(width, x)) }

// IntConst is the integer x.
func (b *Builder) IntConst(x int64) *Term { return b.Const(IntValue(x)) }

// IntBig is the integer x.
func (b *Builder) IntBig(x *big.Int) *Term { return b.Const(BigIntValue(x)) }

// RealConst is the rational x.
func (b *Builder) RealConst(x *big.Rat) *Term { return b.Const(RealValue(x)) }

// FloatConst is the float with the given IEEE bits, a BV value of eb+sb bits.
func (b *Builder) FloatConst(bits Value, eb, sb int) *Term {
	return b.Const(FloatValue(eb, sb, bits))
}

// head is the identity of a term to be interned, less its arguments, which travel apart so that they
// can stay on the caller's stack.
type head struct {
	op     Op
	p0, p1 int32
	sort   *Sort
	fn     *Func
	shape  []int
	value  Value
}

// mk interns an application of op. The arguments are copied when the term is new.
func (b *Builder) mk(op Op, sort *Sort, args ...*Term) *Term {
	return b.intern(&head{op: op, sort: sort}, args)
}

// mkIndexed interns an application of an indexed operator.
func (b *Builder) mkIndexed(op Op, sort *Sort, p0, p1 int, args ...*Term) *Term {
	return b.intern(&head{op: op, sort: sort, p0: int32(p0), p1: int32(p1)}, args)
}

func (n *head) hashWith(args []*Term) uint64 {
	h := mix(uint64(n.op)|uint64(uint32(n.p0))<<8|uint64(n.sort.id)<<40, uint64(uint32(n.p1)))
	for _, a := range args {
		h = mix(h, uint64(a.id))
	}
	if n.op == OpConst {
		h = mix(h, n.value.Hash())
	}
	if n.fn != nil {
		h = mix(h, uint64(n.fn.id))
	}
	return h
}

func (n *head) matches(t *Term, args []*Term) bool {
	if t.op != n.op || t.sort != n.sort || t.p0 != n.p0 || t.p1 != n.p1 || len(t.args) != len(args) {
		return false
	}
	for i, a := range args {
		if t.args[i] != a {
			return false
		}
	}
	switch n.op {
	case OpConst:
		return t.value.Equal(n.value)
	case OpApply:
		return t.aux.fn == n.fn
	case OpForall, OpExists:
		return equalInts(t.aux.shape, n.shape)
	}
	return true
}

func equalInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (b *Builder) intern(n *head, args []*Term) *Term {
	full := n.hashWith(args)
	h := uint32(full)
	s := &b.shards[(full>>32)%shardCount]
	s.mu.Lock()
	defer s.mu.Unlock()
	last := uint32(len(s.slots) - 1)
	i := h & last
	for s.slots[i] != nil {
		if t := s.slots[i]; t.hash == h && n.matches(t, args) {
			return t
		}
		i = (i + 1) & last
	}
	t := b.newTerm(n, args, h)
	s.slots[i] = t
	s.count++
	if s.count*4 > len(s.slots)*3 {
		s.grow()
	}
	return t
}

func (s *shard) grow() {
	old := s.slots
	s.slots = make([]*Term, 2*len(old))
	last := uint32(len(s.slots) - 1)
	for _, t := range old {
		if t == nil {
			continue
		}
		i := t.hash & last
		for s.slots[i] != nil {
			i = (i + 1) & last
		}
		s.slots[i] = t
	}
}

func (b *Builder) newTerm(n *head, args []*Term, h uint32) *Term {
	t := &Term{op: n.op, p0: n.p0, p1: n.p1, sort: n.sort, value: n.value, hash: h, id: b.nextID.Add(1)}
	if len(args) > 0 {
		t.args = append(make([]*Term, 0, len(args)), args...)
	}
	if n.fn != nil || n.op == OpForall || n.op == OpExists {
		t.aux = &auxiliary{fn: n.fn, shape: n.shape}
	}
	size := uint64(1)
	t.features = sortFeatures(n.sort) | opFeatures(n, args)
	for _, a := range args {
		size += uint64(a.size)
		t.varMask |= a.varMask
		t.features |= a.features
	}
	t.size = uint32(min(size, 1<<31))
	return t
}

func sortFeatures(s *Sort) Features {
	switch s.Kind {
	case KindBV:
		return HasBitVectors
	case KindInt, KindReal:
		return HasIntegers
	case KindFloat:
		return HasFloats
	case KindUninterpreted:
		return HasUninterpreted
	case KindArray:
		return HasArrays | sortFeatures(s.Index) | sortFeatures(s.Elem)
	}
	return 0
}

func opFeatures(n *head, args []*Term) Features {
	switch n.op {
	case OpForall, OpExists:
		return HasQuantifiers
	case OpApply:
		return HasApplications
	case OpMul:
		if len(args) > 2 || !args[0].IsConst() {
			return HasNonlinear
		}
	case OpDiv, OpMod, OpRealDiv:
		if !args[1].IsConst() {
			return HasNonlinear
		}
	}
	return 0
}
