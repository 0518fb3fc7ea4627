package term

import (
	"fmt"
	"slices"

	"yogi/internal/bug"
)

// Assignment gives values to the symbols of a term.
type Assignment interface {
	// Lookup is the value of a variable, of the variable's sort.
	Lookup(v *Term) (Value, bool)
	// Apply is the value of a function at arguments.
	Apply(f *Func, args []Value) (Value, bool)
}

// UnassignedError says which symbol had no value.
type UnassignedError struct {
	Var  *Term // the variable, or nil
	Func *Func // the function, or nil
}

func (e *UnassignedError) Error() string {
	if e.Var != nil {
		return "no value for " + e.Var.Name()
	}
	return "no value for function " + e.Func.Name
}

// QuantifierError says that a quantified term could not be decided.
type QuantifierError struct{ Term *Term }

func (e *QuantifierError) Error() string {
	return fmt.Sprintf("cannot decide a quantifier over %d variables", len(e.Term.Bound()))
}

// memoFrom is the tree size from which results are remembered: smaller terms are cheaper to compute
// again than to look up.
const memoFrom = 32

// Evaluator computes values of terms. It keeps scratch memory between calls, so it belongs to one
// goroutine at a time; the zero Evaluator is ready.
type Evaluator struct {
	assignment Assignment
	failure    error
	memo       memoTable
	binders    []binding
	inner      []*memoTable // of terms with a bound variable, by how many are bound: for the values that these have now
	boundMask  uint64
	active     bool
	values     []Value // a stack of argument values
	stores     []*Term // a stack of the chains of stores that are being evaluated
	computed   int64   // see Computed
}

type binding struct {
	v     *Term
	value Value
}

// NewEvaluator makes an evaluator.
func NewEvaluator() *Evaluator { return &Evaluator{} }

// Computed is how many terms the evaluator computed so far: what its answers cost, on any machine.
func (e *Evaluator) Computed() int64 { return e.computed }

// Eval is the value of t under a. A conjunct that is false decides a conjunction even where another has
// no value; likewise for disjunctions and choices. The error is an *UnassignedError or a
// *QuantifierError.
func (e *Evaluator) Eval(t *Term, a Assignment) (Value, error) {
	if e.active {
		bug.Errorf("an evaluator was entered twice")
	}
	e.active = true
	e.assignment, e.failure = a, nil
	e.values = e.values[:0]
	e.memo.reset()
	v := e.eval(t)
	e.assignment, e.active = nil, false
	if !v.IsValid() {
		return v, e.failure
	}
	return v, nil
}

// All evaluates a conjunction from its last term to its first and remembers across the terms what they
// share. holds is false as soon as one is false; decided is false when none is false but some has no
// value.
func (e *Evaluator) All(terms []*Term, a Assignment) (holds, decided bool) {
	if e.active {
		bug.Errorf("an evaluator was entered twice")
	}
	e.active = true
	e.assignment = a
	e.values = e.values[:0]
	e.memo.reset()
	holds, decided = true, true
	for i := len(terms) - 1; i >= 0 && holds; i-- {
		switch v := e.eval(terms[i]); {
		case !v.IsValid():
			decided = false
		case !v.Bool():
			holds, decided = false, true
		}
	}
	e.assignment, e.active = nil, false
	return holds, decided
}

// Holds evaluates a boolean term: false when it has no value, with the reason.
func (e *Evaluator) Holds(t *Term, a Assignment) (bool, error) {
	v, err := e.Eval(t, a)
	return v.Bool(), err
}

// eval gives the invalid value, with failure set, when t has none.
func (e *Evaluator) eval(t *Term) Value {
	switch t.op {
	case OpConst:
		return t.value
	case OpVar:
		return e.lookup(t)
	}
	if t.size < memoFrom {
		return e.compute(t)
	}
	memo := e.memoFor(t)
	if v, ok := memo.get(t.id); ok {
		return v
	}
	v := e.compute(t)
	if v.kind != KindInvalid {
		memo.put(t.id, v)
	}
	return v
}

// memoFor is where the value of t is remembered.
func (e *Evaluator) memoFor(t *Term) *memoTable {
	if t.varMask&e.boundMask != 0 && slices.ContainsFunc(e.binders, func(b binding) bool { return t.DependsOn(b.v) }) {
		return e.inner[len(e.binders)-1]
	}
	return &e.memo
}

// bind makes v the innermost bound variable, without a value yet.
func (e *Evaluator) bind(v *Term) {
	e.binders = append(e.binders, binding{v: v})
	e.boundMask |= v.varMask
	if len(e.inner) < len(e.binders) {
		e.inner = append(e.inner, &memoTable{})
	}
}

// unbind takes back the latest bind, before which the mask was another.
func (e *Evaluator) unbind(mask uint64) {
	e.binders = e.binders[:len(e.binders)-1]
	e.boundMask = mask
}

// setBound gives the innermost bound variable a value.
func (e *Evaluator) setBound(value Value) {
	last := len(e.binders) - 1
	e.binders[last].value = value
	e.inner[last].reset()
}

func (e *Evaluator) lookup(t *Term) Value {
	if t.varMask&e.boundMask != 0 {
		for i := len(e.binders) - 1; i >= 0; i-- {
			if e.binders[i].v == t {
				return e.binders[i].value
			}
		}
	}
	v, ok := e.assignment.Lookup(t)
	if !ok {
		e.failure = &UnassignedError{Var: t}
		return Value{}
	}
	return v
}

func (e *Evaluator) compute(t *Term) Value {
	e.computed++
	switch t.op {
	case OpNot:
		v := e.eval(t.args[0])
		v.bits ^= 1
		return v
	case OpAnd:
		return e.evalJunction(t, 0)
	case OpOr:
		return e.evalJunction(t, 1)
	case OpIte:
		return e.evalIte(t)
	case OpEq:
		x := e.eval(t.args[0])
		y := e.eval(t.args[1])
		if x.kind == KindInvalid || y.kind == KindInvalid {
			return Value{}
		}
		return BoolValue(x.Equal(y))
	case OpApply:
		return e.evalApply(t)
	case OpForall, OpExists:
		return e.evalQuantifier(t)
	case OpSelect:
		if t.args[0].op == OpStore {
			return e.evalSelectStore(t)
		}
	case OpStore:
		if t.args[0].op == OpStore && cellSort(t.sort) {
			return e.evalStores(t)
		}
	}
	if len(t.args) == 2 && t.op >= OpBVAdd && t.op <= OpBVSle && t.args[0].sort.Width <= 64 {
		return e.evalSmallPair(t)
	}
	return e.evalGeneral(t)
}

// evalSmallPair is the frequent case: two bit-vectors that fit words.
func (e *Evaluator) evalSmallPair(t *Term) Value {
	x := e.eval(t.args[0])
	y := e.eval(t.args[1])
	if x.kind == KindInvalid || y.kind == KindInvalid {
		return Value{}
	}
	return applySmallPair(t.op, int(x.width), x.bits, y.bits)
}

// evalJunction stops at the first argument whose bit is the deciding one.
func (e *Evaluator) evalJunction(t *Term, deciding uint64) Value {
	complete := true
	for _, a := range t.args {
		v := e.eval(a)
		if v.kind == KindInvalid {
			complete = false
		} else if v.bits == deciding {
			return v
		}
	}
	if !complete {
		return Value{}
	}
	return Value{kind: KindBool, bits: 1 - deciding}
}

func (e *Evaluator) evalIte(t *Term) Value {
	c := e.eval(t.args[0])
	switch {
	case c.kind == KindInvalid:
		return c
	case c.bits != 0:
		return e.eval(t.args[1])
	}
	return e.eval(t.args[2])
}

// builtApart is how many stores of a chain are made to one array before it is remembered. Arrays in between are
// not built: an array that nobody holds is changed in place, where one that is remembered is copied on each
// change. A select from one of them walks at most so many stores to one that was.
const builtApart = 16

// evalStores makes the stores of a chain, from its array on or from the last that is remembered.
func (e *Evaluator) evalStores(t *Term) Value {
	base := len(e.stores)
	defer func() { e.stores = e.stores[:base] }()
	first := t
	for first.op == OpStore && (first == t || !e.memoised(first)) {
		e.stores = append(e.stores, first)
		first = first.args[0]
	}
	if len(e.stores) == base+1 {
		return e.evalGeneral(t)
	}
	v := e.eval(first)
	if v.kind == KindInvalid {
		return v
	}
	e.computed += int64(len(e.stores) - base - 1)
	var array MutableArray
	array.Thaw(v.ext.array)
	for made, at := 1, len(e.stores)-1; at >= base; made, at = made+1, at-1 {
		store := e.stores[at]
		i := e.eval(store.args[1])
		if i.kind == KindInvalid {
			return i
		}
		x := e.eval(store.args[2])
		if x.kind == KindInvalid {
			return x
		}
		array.Store(i.bits, x.bits)
		if at > base && made%builtApart == 0 && store.size >= memoFrom && !e.memoised(store) {
			e.memoFor(store).put(store.id, ArrayVal(array.Freeze()))
		}
	}
	return ArrayVal(array.Freeze())
}

// evalSelectStore walks the front of a chain of stores without building the arrays in between; a long
// chain is evaluated as a whole, since its array is remembered.
func (e *Evaluator) evalSelectStore(t *Term) Value {
	i := e.eval(t.args[1])
	if i.kind == KindInvalid {
		return i
	}
	a := t.args[0]
	for steps := 0; a.op == OpStore && steps < builtApart && !e.memoised(a); steps++ {
		j := e.eval(a.args[1])
		if j.kind == KindInvalid {
			return j
		}
		if i.Equal(j) {
			return e.eval(a.args[2])
		}
		a = a.args[0]
	}
	v := e.eval(a)
	if v.kind == KindInvalid {
		return v
	}
	return v.ext.array.Select(i)
}

func (e *Evaluator) memoised(t *Term) bool {
	if t.size < memoFrom {
		return false
	}
	_, ok := e.memoFor(t).get(t.id)
	return ok
}

func (e *Evaluator) evalApply(t *Term) Value {
	base, ok := e.pushArgs(t.args)
	defer e.popArgs(base)
	if !ok {
		return Value{}
	}
	v, ok := e.assignment.Apply(t.aux.fn, e.values[base:])
	if !ok {
		e.failure = &UnassignedError{Func: t.aux.fn}
		return Value{}
	}
	return v
}

func (e *Evaluator) evalGeneral(t *Term) Value {
	base, ok := e.pushArgs(t.args)
	var v Value
	if ok {
		v = apply(t.op, t.p0, t.p1, t.sort, e.values[base:])
	}
	e.values = e.values[:base]
	return v
}

// pushArgs evaluates args onto the value stack from base on.
func (e *Evaluator) pushArgs(args []*Term) (base int, ok bool) {
	base = len(e.values)
	for _, a := range args {
		v := e.eval(a)
		if v.kind == KindInvalid {
			return base, false
		}
		e.values = append(e.values, v)
	}
	return base, true
}

func (e *Evaluator) popArgs(base int) { e.values = e.values[:base] }

// memoTable maps term ids to values for one evaluation; reset is O(1).
type memoTable struct {
	slots []memoSlot
	epoch uint32
	count int
}

type memoSlot struct {
	id, epoch uint32
	value     Value
}

func (m *memoTable) reset() {
	m.count = 0
	m.epoch++
	if m.epoch == 0 || len(m.slots) > 1<<20 {
		m.slots, m.epoch = nil, 1
	}
}

func (m *memoTable) get(id uint32) (Value, bool) {
	if m.count == 0 {
		return Value{}, false
	}
	last := uint32(len(m.slots) - 1)
	for i := id * 2654435769 & last; m.slots[i].epoch == m.epoch; i = (i + 1) & last {
		if m.slots[i].id == id {
			return m.slots[i].value, true
		}
	}
	return Value{}, false
}

func (m *memoTable) put(id uint32, v Value) {
	if m.count*2 >= len(m.slots) {
		m.grow()
	}
	last := uint32(len(m.slots) - 1)
	i := id * 2654435769 & last
	for m.slots[i].epoch == m.epoch {
		i = (i + 1) & last
	}
	m.slots[i] = memoSlot{id, m.epoch, v}
	m.count++
}

func (m *memoTable) grow() {
	old := m.slots
	m.slots = make([]memoSlot, max(64, 2*len(old)))
	if m.epoch == 0 {
		m.epoch = 1
	}
	count := m.count
	for _, s := range old {
		if s.epoch == m.epoch {
			m.put(s.id, s.value)
		}
	}
	m.count = count
}
