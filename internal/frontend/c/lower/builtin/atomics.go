package builtin

import (
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The __sync and __atomic builtins do their operation at once; there is only one thread.

// atomicOperators are the last words of the names of read-modify-write builtins.
var atomicOperators = map[string]tree.Operator{
	"add": tree.Add, "sub": tree.Subtract, "and": tree.BitAnd, "or": tree.BitOr, "xor": tree.BitXor,
}

// Family is the model of a builtin whose name is made of parts: atomic operations, arithmetic on
// operands of one type with a look at overflow. It is nil for others.
func Family(name string) emit.Model {
	if isCheckedArithmetic(name) {
		return CheckedArithmetic
	}
	return atomic(name)
}

// atomic returns the model of an atomic builtin, or nil.
func atomic(name string) emit.Model {
	if !strings.HasPrefix(name, "__sync_") && !strings.HasPrefix(name, "__atomic_") {
		return nil
	}
	switch name {
	case "__sync_lock_test_and_set", "__atomic_exchange_n":
		return atomicExchange
	case "__sync_lock_release", "__atomic_clear":
		return atomicRelease
	case "__atomic_store_n":
		return atomicStore
	case "__atomic_load_n":
		return atomicLoad
	case "__atomic_load", "__atomic_store", "__atomic_exchange":
		return atomicCopies
	case "__atomic_compare_exchange", "__atomic_compare_exchange_n":
		return compareExchange
	case "__atomic_test_and_set":
		return testAndSet
	case "__atomic_signal_fence":
		return NoEffect
	case "__sync_bool_compare_and_swap", "__sync_val_compare_and_swap":
		return compareAndSwap
	}
	if _, _, ok := atomicUpdateName(name); ok {
		return atomicUpdate
	}
	return nil
}

// atomicUpdateName splits the names of fetch_and_add, add_and_fetch, fetch_add and add_fetch. The
// operator of nand is that of and.
func atomicUpdateName(name string) (op tree.Operator, old, ok bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "__sync_"), "__atomic_")
	name = strings.Replace(name, "_and_", "_", 1)
	word, old := strings.CutPrefix(name, "fetch_")
	if !old {
		word = strings.TrimSuffix(name, "_fetch")
	}
	if word == "nand" {
		word = "and"
	}
	op, ok = atomicOperators[word]
	return op, old, ok
}

// atomicTarget is the object behind the first argument, if it is a scalar of the size of the call's
// result.
func atomicTarget(e emit.Emitter, c *emit.Call, operands int) (emit.Place, bool) {
	if !c.Integers(operands) {
		return emit.Place{}, false
	}
	p, ok := scalarBehind(c.Args[0])
	return p, ok && (c.Want.Kind == tree.Void || c.Want.Size == p.Type.Size || c.Name == "__sync_bool_compare_and_swap")
}

// scalarBehind returns what a pointer argument says that it points to, whatever it was converted
// from.
func scalarBehind(a emit.Argument) (emit.Place, bool) {
	t := a.Type.Elem
	if a.Type.Kind != tree.Pointer || t == nil || t.Kind != tree.Integer && t.Kind != tree.Pointer && t.Kind != tree.Bool {
		return emit.Place{}, false
	}
	return emit.Place{Type: t, Address: a.Value}, true
}

// operand is an argument as a value of the object.
func operand(e emit.Emitter, a emit.Argument, p emit.Place) *term.Term {
	if p.Type.Kind == tree.Bool {
		return emit.TruthValue(e, e.IsTrue(a.Value), p.Type)
	}
	return a.Resized(e.Terms(), e.Sort(p.Type).Width)
}

func refuseAtomic(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	return e.Unsupported(c, c.Function.Name+" on an object of this type"), true
}

func atomicUpdate(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	p, ok := atomicTarget(e, c, 2)
	if !ok || p.Type.Kind == tree.Bool {
		return refuseAtomic(e, c)
	}
	op, wantsOld, _ := atomicUpdateName(c.Name)
	old := e.Load(c.Pos, p)
	updated := updated(e, op, old, operand(e, c.Args[1], p))
	if strings.Contains(c.Name, "nand") {
		updated = e.Terms().BVNot(updated)
	}
	e.Store(c.Pos, p, updated)
	if wantsOld {
		return old, true
	}
	return updated, true
}

// updated is the new value; sums wrap around (C11 7.17.7.5p3), and what is added to a pointer are
// bytes.
func updated(e emit.Emitter, op tree.Operator, old, operand *term.Term) *term.Term {
	switch op {
	case tree.Add:
		return e.Terms().BVAdd(old, operand)
	case tree.Subtract:
		return e.Terms().BVSub(old, operand)
	case tree.BitAnd:
		return e.Terms().BVAnd(old, operand)
	case tree.BitOr:
		return e.Terms().BVOr(old, operand)
	}
	return e.Terms().BVXor(old, operand)
}

func atomicExchange(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	p, ok := atomicTarget(e, c, 2)
	if !ok {
		return refuseAtomic(e, c)
	}
	old := e.Load(c.Pos, p)
	e.Store(c.Pos, p, operand(e, c.Args[1], p))
	return old, true
}

func atomicRelease(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	p, _ := atomicTarget(e, c, 1)
	if c.Name == "__atomic_clear" && p.Address == nil && c.Integers(1) {
		p = flagBehind(e, c.Args[0])
	}
	if p.Type == nil {
		return refuseAtomic(e, c)
	}
	e.Store(c.Pos, p, emit.Zero(e.Terms(), e.Sort(p.Type)))
	return emit.Nothing(e, c), true
}

func atomicStore(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	p, _ := atomicTarget(e, c, 2)
	if p.Type == nil {
		return refuseAtomic(e, c)
	}
	e.Store(c.Pos, p, operand(e, c.Args[1], p))
	return emit.Nothing(e, c), true
}

func atomicLoad(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	p, ok := atomicTarget(e, c, 1)
	if !ok {
		return refuseAtomic(e, c)
	}
	return e.Load(c.Pos, p), true
}

func compareAndSwap(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	p, ok := atomicTarget(e, c, 3)
	if !ok {
		return refuseAtomic(e, c)
	}
	old := e.Load(c.Pos, p)
	same := e.Terms().Eq(old, operand(e, c.Args[1], p))
	e.Store(c.Pos, p, e.Terms().Ite(same, operand(e, c.Args[2], p), old))
	if c.Name == "__sync_bool_compare_and_swap" {
		return emit.TruthValue(e, same, c.Want), true
	}
	return old, true
}

// atomicCopies is the forms whose values are behind pointers: load(object, to), store(object, from)
// and exchange(object, from, to).
func atomicCopies(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	n := 2
	if c.Name == "__atomic_exchange" {
		n = 3
	}
	p, ok := atomicTarget(e, c, n)
	if !ok {
		return refuseAtomic(e, c)
	}
	var others []emit.Place
	for _, a := range c.Args[1:n] {
		other, ok := scalarBehind(a)
		if !ok || other.Type.Size != p.Type.Size {
			return refuseAtomic(e, c)
		}
		others = append(others, other)
	}
	old := e.Load(c.Pos, p)
	if c.Name != "__atomic_load" {
		given := e.Load(c.Pos, others[0])
		e.Store(c.Pos, p, given)
	}
	if c.Name != "__atomic_store" {
		e.Store(c.Pos, others[n-2], old)
	}
	return emit.Nothing(e, c), true
}

// compareExchange stores the third argument, or what is behind it, if the object equals what is
// behind the second, where else the object's value goes. A weak exchange does not fail without a
// reason, as on x86.
func compareExchange(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(3) {
		return refuseAtomic(e, c)
	}
	p, ok := scalarBehind(c.Args[0])
	expected, ok2 := scalarBehind(c.Args[1])
	if !ok || !ok2 || expected.Type.Size != p.Type.Size {
		return refuseAtomic(e, c)
	}
	var desired *term.Term
	if c.Name == "__atomic_compare_exchange" {
		from, ok := scalarBehind(c.Args[2])
		if !ok || from.Type.Size != p.Type.Size {
			return refuseAtomic(e, c)
		}
		desired = e.Load(c.Pos, from)
	} else {
		desired = operand(e, c.Args[2], p)
	}
	old := e.Load(c.Pos, p)
	hoped := e.Load(c.Pos, expected)
	same := e.Keep(c.Pos, emit.TruthValue(e, e.Terms().Eq(old, hoped), c.Want))
	e.Store(c.Pos, p, e.Terms().Ite(e.IsTrue(same), desired, old))
	e.Store(c.Pos, expected, e.Terms().Ite(e.IsTrue(same), hoped, old))
	return same, true
}

// flagBehind is the byte that test_and_set and clear work on, whatever the type of the pointer.
func flagBehind(e emit.Emitter, a emit.Argument) emit.Place {
	flag := &tree.Type{Kind: tree.Integer, Name: "unsigned char", Size: 1, Align: 1}
	return emit.Place{Type: flag, Address: a.Value}
}

func testAndSet(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) || c.Args[0].Type.Kind != tree.Pointer {
		return refuseAtomic(e, c)
	}
	p := flagBehind(e, c.Args[0])
	old := e.Load(c.Pos, p)
	e.Store(c.Pos, p, e.Terms().BVConst(8, 1))
	// A byte that neither this function nor clear has left has no meaning: compilers take its bits
	// for a _Bool.
	zero, one := e.Terms().BVConst(8, 0), e.Terms().BVConst(8, 1)
	isSet := e.Choice(c.Pos, ir.Unspecified, c.Function.Name+" of another byte than 0 and 1")
	set := e.Terms().Or(e.Terms().Eq(old, one), e.Terms().And(e.Terms().Ne(old, zero), isSet))
	return emit.TruthValue(e, set, c.Want), true
}
