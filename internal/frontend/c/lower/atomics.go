package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The __sync and __atomic builtins do their operation at once; there is only one thread.

// atomicOperators are the last words of the names of read-modify-write builtins.
var atomicOperators = map[string]tree.Operator{
	"add": tree.Add, "sub": tree.Subtract, "and": tree.BitAnd, "or": tree.BitOr, "xor": tree.BitXor,
}

// atomicModel returns the model of an atomic builtin, or nil.
func atomicModel(name string) model {
	if !strings.HasPrefix(name, "__sync_") && !strings.HasPrefix(name, "__atomic_") {
		return nil
	}
	switch name {
	case "__sync_lock_test_and_set", "__atomic_exchange_n":
		return (*body).atomicExchange
	case "__sync_lock_release", "__atomic_clear":
		return (*body).atomicRelease
	case "__atomic_store_n":
		return (*body).atomicStore
	case "__atomic_load_n":
		return (*body).atomicLoad
	case "__atomic_load", "__atomic_store", "__atomic_exchange":
		return (*body).atomicCopies
	case "__atomic_compare_exchange", "__atomic_compare_exchange_n":
		return (*body).compareExchange
	case "__atomic_test_and_set":
		return (*body).testAndSet
	case "__atomic_signal_fence":
		return (*body).noEffect
	case "__sync_bool_compare_and_swap", "__sync_val_compare_and_swap":
		return (*body).compareAndSwap
	}
	if _, _, ok := atomicUpdateName(name); ok {
		return (*body).atomicUpdate
	}
	return nil
}

// atomicUpdateName splits the names of fetch_and_add, add_and_fetch, fetch_add and add_fetch. The operator of nand is
// that of and.
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
func (b *body) atomicTarget(u *libraryUse, operands int) (place, bool) {
	if !u.integers(operands) {
		return place{}, false
	}
	p, ok := scalarBehind(u.args[0])
	return p, ok && (u.want.Kind == tree.Void || u.want.Size == p.typ.Size || u.name == "__sync_bool_compare_and_swap")
}

// scalarBehind returns what a pointer argument says that it points to, whatever it was converted from.
func scalarBehind(a argument) (place, bool) {
	t := a.typ.Elem
	if a.typ.Kind != tree.Pointer || t == nil || t.Kind != tree.Integer && t.Kind != tree.Pointer && t.Kind != tree.Bool {
		return place{}, false
	}
	return place{typ: t, address: a.scalar, pointer: a.scalar}, true
}

// operand is an argument as a value of the object.
func (b *body) operand(a argument, p place) *term.Term {
	if p.typ.Kind == tree.Bool {
		return b.truthValue(b.isTrue(a.scalar), p.typ)
	}
	return b.resizeBits(a.scalar, b.sortOf(p.typ).Width, isSigned(a.typ))
}

func (b *body) refuseAtomic(u *libraryUse) (value, bool) {
	return b.unsupportedValue(u.pos, u.want, u.def.Name+" on an object of this type"), true
}

func (b *body) atomicUpdate(u *libraryUse) (value, bool) {
	p, ok := b.atomicTarget(u, 2)
	if !ok || p.typ.Kind == tree.Bool {
		return b.refuseAtomic(u)
	}
	op, wantsOld, _ := atomicUpdateName(u.name)
	old := b.loadScalar(u.pos, p)
	updated := b.updated(op, old, b.operand(u.args[1], p))
	if strings.Contains(u.name, "nand") {
		updated = b.terms.BVNot(updated)
	}
	b.storeScalar(u.pos, p, updated)
	if wantsOld {
		return value{scalar: old}, true
	}
	return value{scalar: updated}, true
}

// updated is the new value; sums wrap around (C11 7.17.7.5p3), and what is added to a pointer are bytes.
func (b *body) updated(op tree.Operator, old, operand *term.Term) *term.Term {
	switch op {
	case tree.Add:
		return b.terms.BVAdd(old, operand)
	case tree.Subtract:
		return b.terms.BVSub(old, operand)
	case tree.BitAnd:
		return b.terms.BVAnd(old, operand)
	case tree.BitOr:
		return b.terms.BVOr(old, operand)
	}
	return b.terms.BVXor(old, operand)
}

func (b *body) atomicExchange(u *libraryUse) (value, bool) {
	p, ok := b.atomicTarget(u, 2)
	if !ok {
		return b.refuseAtomic(u)
	}
	old := b.loadScalar(u.pos, p)
	b.storeScalar(u.pos, p, b.operand(u.args[1], p))
	return value{scalar: old}, true
}

func (b *body) atomicRelease(u *libraryUse) (value, bool) {
	p, _ := b.atomicTarget(u, 1)
	if u.name == "__atomic_clear" && p.address == nil && u.integers(1) {
		p = b.flagBehind(u.args[0])
	}
	if p.typ == nil {
		return b.refuseAtomic(u)
	}
	b.storeScalar(u.pos, p, b.zero(b.sortOf(p.typ)))
	return b.nothing(u.want), true
}

func (b *body) atomicStore(u *libraryUse) (value, bool) {
	p, _ := b.atomicTarget(u, 2)
	if p.typ == nil {
		return b.refuseAtomic(u)
	}
	b.storeScalar(u.pos, p, b.operand(u.args[1], p))
	return b.nothing(u.want), true
}

func (b *body) atomicLoad(u *libraryUse) (value, bool) {
	p, ok := b.atomicTarget(u, 1)
	if !ok {
		return b.refuseAtomic(u)
	}
	return value{scalar: b.loadScalar(u.pos, p)}, true
}

func (b *body) compareAndSwap(u *libraryUse) (value, bool) {
	p, ok := b.atomicTarget(u, 3)
	if !ok {
		return b.refuseAtomic(u)
	}
	old := b.loadScalar(u.pos, p)
	same := b.terms.Eq(old, b.operand(u.args[1], p))
	b.storeScalar(u.pos, p, b.terms.Ite(same, b.operand(u.args[2], p), old))
	if u.name == "__sync_bool_compare_and_swap" {
		return value{scalar: b.truthValue(same, u.want)}, true
	}
	return value{scalar: old}, true
}

// atomicCopies is the forms whose values are behind pointers: load(object, to), store(object, from) and
// exchange(object, from, to).
func (b *body) atomicCopies(u *libraryUse) (value, bool) {
	n := 2
	if u.name == "__atomic_exchange" {
		n = 3
	}
	p, ok := b.atomicTarget(u, n)
	if !ok {
		return b.refuseAtomic(u)
	}
	var others []place
	for _, a := range u.args[1:n] {
		other, ok := scalarBehind(a)
		if !ok || other.typ.Size != p.typ.Size {
			return b.refuseAtomic(u)
		}
		others = append(others, other)
	}
	old := b.loadScalar(u.pos, p)
	if u.name != "__atomic_load" {
		given := b.loadScalar(u.pos, others[0])
		b.storeScalar(u.pos, p, given)
	}
	if u.name != "__atomic_store" {
		b.storeScalar(u.pos, others[n-2], old)
	}
	return b.nothing(u.want), true
}

// compareExchange stores the third argument, or what is behind it, if the object equals what is behind the second,
// where else the object's value goes. A weak exchange does not fail without a reason, as on x86.
func (b *body) compareExchange(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return b.refuseAtomic(u)
	}
	p, ok := scalarBehind(u.args[0])
	expected, ok2 := scalarBehind(u.args[1])
	if !ok || !ok2 || expected.typ.Size != p.typ.Size {
		return b.refuseAtomic(u)
	}
	var desired *term.Term
	if u.name == "__atomic_compare_exchange" {
		from, ok := scalarBehind(u.args[2])
		if !ok || from.typ.Size != p.typ.Size {
			return b.refuseAtomic(u)
		}
		desired = b.loadScalar(u.pos, from)
	} else {
		desired = b.operand(u.args[2], p)
	}
	old := b.loadScalar(u.pos, p)
	hoped := b.loadScalar(u.pos, expected)
	same := b.keep(u.pos, b.truthValue(b.terms.Eq(old, hoped), u.want))
	b.storeScalar(u.pos, p, b.terms.Ite(b.isTrue(same), desired, old))
	b.storeScalar(u.pos, expected, b.terms.Ite(b.isTrue(same), hoped, old))
	return value{scalar: same}, true
}

// flagBehind is the byte that test_and_set and clear work on, whatever the type of the pointer.
func (b *body) flagBehind(a argument) place {
	flag := &tree.Type{Kind: tree.Integer, Name: "unsigned char", Size: 1, Align: 1}
	return place{typ: flag, address: a.scalar, pointer: a.scalar}
}

func (b *body) testAndSet(u *libraryUse) (value, bool) {
	if !u.integers(1) || u.args[0].typ.Kind != tree.Pointer {
		return b.refuseAtomic(u)
	}
	p := b.flagBehind(u.args[0])
	old := b.loadScalar(u.pos, p)
	b.storeScalar(u.pos, p, b.terms.BVConst(8, 1))
	// A byte that neither this function nor clear has left has no meaning: compilers take its bits for a _Bool.
	zero, one := b.terms.BVConst(8, 0), b.terms.BVConst(8, 1)
	isSet := b.newTemp(b.terms.Bool())
	b.havoc(u.pos, isSet, ir.Unspecified, u.def.Name+" of another byte than 0 and 1", "_Bool")
	set := b.terms.Or(b.terms.Eq(old, one), b.terms.And(b.terms.Ne(old, zero), isSet.Sym))
	return value{scalar: b.truthValue(set, u.want)}, true
}
