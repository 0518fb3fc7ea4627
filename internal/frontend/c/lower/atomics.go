package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
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
	case "__sync_lock_release":
		return (*body).atomicRelease
	case "__atomic_store_n":
		return (*body).atomicStore
	case "__atomic_load_n":
		return (*body).atomicLoad
	case "__sync_bool_compare_and_swap", "__sync_val_compare_and_swap":
		return (*body).compareAndSwap
	}
	if _, _, ok := atomicUpdateName(name); ok {
		return (*body).atomicUpdate
	}
	return nil
}

// atomicUpdateName splits the names of fetch_and_add, add_and_fetch, fetch_add and add_fetch.
func atomicUpdateName(name string) (op tree.Operator, old, ok bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "__sync_"), "__atomic_")
	name = strings.Replace(name, "_and_", "_", 1)
	word, old := strings.CutPrefix(name, "fetch_")
	if !old {
		word = strings.TrimSuffix(name, "_fetch")
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
	t := b.pointeeOf(u.args[0])
	if t == nil || t.Kind != tree.Integer && t.Kind != tree.Pointer {
		return place{}, false
	}
	p := place{typ: t, address: u.args[0].scalar, pointer: u.args[0].scalar}
	return p, u.want.Kind == tree.Void || u.want.Size == t.Size || u.name == "__sync_bool_compare_and_swap"
}

// operand is an argument in the width of the object.
func (b *body) operand(a argument, p place) *term.Term {
	return b.resizeBits(a.scalar, b.sortOf(p.typ).Width, isSigned(a.typ))
}

func (b *body) refuseAtomic(u *libraryUse) (value, bool) {
	return b.unsupportedValue(u.pos, u.want, u.def.Name+" on an object of this type"), true
}

func (b *body) atomicUpdate(u *libraryUse) (value, bool) {
	p, ok := b.atomicTarget(u, 2)
	if !ok {
		return b.refuseAtomic(u)
	}
	op, wantsOld, _ := atomicUpdateName(u.name)
	old := b.loadScalar(u.pos, p)
	updated := b.arithmetic(u.pos, op, p.typ, old, b.operand(u.args[1], p), p.typ)
	b.storeScalar(u.pos, p, updated)
	if wantsOld {
		return value{scalar: old}, true
	}
	return value{scalar: updated}, true
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
