package term

import (
	"slices"

	"yogi/internal/bug"
)

// selectCacheSize bounds the memory of the read-over-write memo; a lost entry costs time only.
const selectCacheSize = 1 << 14

type selectMemo struct{ array, index, result *Term }

// Select is the element of a at index i. Stores at indices provably different from i are skipped, a
// store at i gives its value; any other store stays inside the result (see ExpandSelect).
func (b *Builder) Select(a, i *Term) *Term {
	want(a.sort.Kind == KindArray && a.sort.Index == i.sort, OpSelect, a, i)
	if a.op != OpStore {
		return b.selectPlain(a, i)
	}
	slot := &b.selects[mix(uint64(a.id), uint64(i.id))%selectCacheSize]
	if m := slot.Load(); m != nil && m.array == a && m.index == i {
		return m.result
	}
	var result *Term
	for at := a; result == nil; at = at.args[0] {
		if at.op != OpStore {
			result = b.selectPlain(at, i)
			break
		}
		if at != a {
			if m := b.selects[mix(uint64(at.id), uint64(i.id))%selectCacheSize].Load(); m != nil && m.array == at && m.index == i {
				result = m.result
				break
			}
		}
		switch same, decided := b.sameIndex(at.args[1], i); {
		case decided && same:
			result = at.args[2]
		case !decided:
			result = b.mk(OpSelect, a.sort.Elem, at, i)
		}
	}
	slot.Store(&selectMemo{a, i, result})
	return result
}

func (b *Builder) selectPlain(a, i *Term) *Term {
	switch a.op {
	case OpConstArray:
		return a.args[0]
	case OpIte:
		x, y := a.args[1], a.args[2]
		if x.op == OpStore || x.op == OpConstArray || y.op == OpStore || y.op == OpConstArray {
			if s, t := b.Select(x, i), b.Select(y, i); s == t || s.op != OpSelect && t.op != OpSelect {
				return b.Ite(a.args[0], s, t)
			}
		}
	}
	return b.mk(OpSelect, a.sort.Elem, a, i)
}

// sameIndex decides i = j where the terms show it.
func (b *Builder) sameIndex(i, j *Term) (same, decided bool) {
	if i == j {
		return true, true
	}
	if i.op == OpConst && j.op == OpConst {
		return false, true
	}
	if (i.op == OpVar || i.op == OpSelect) && (j.op == OpVar || j.op == OpSelect || j.op == OpConst) {
		return false, false
	}
	eq := b.Eq(i, j)
	return eq.IsTrue(), eq.op == OpConst
}

// Store is a with the element at i replaced by v.
func (b *Builder) Store(a, i, v *Term) *Term {
	want(a.sort.Kind == KindArray && a.sort.Index == i.sort && a.sort.Elem == v.sort, OpStore, a, i, v)
	switch {
	case a.op == OpStore && a.args[1] == i:
		return b.Store(a.args[0], i, v)
	case a.op == OpConstArray && a.args[0] == v:
		return a
	case v.op == OpSelect && v.args[1] == i && v.args[0] == a:
		return a
	}
	return b.mk(OpStore, a.sort, a, i, v)
}

// ConstArray is the array that is v everywhere.
func (b *Builder) ConstArray(sort *Sort, v *Term) *Term {
	if sort.Kind != KindArray || sort.Elem != v.sort {
		bug.Errorf("constant array %s of %s", sort, v.sort)
	}
	return b.mk(OpConstArray, sort, v)
}

// ExpandSelect is the element of a at i with stores written as choices: no store is left in front. It is false where
// that takes more choices than most: an array that many runs of a loop or of memcpy have written has a choice for each
// cell in each read, and solvers spend their time on simplifying those.
func (b *Builder) ExpandSelect(a, i *Term, most int) (*Term, bool) {
	x := &selectExpansion{builder: b, index: i, left: most}
	element := x.element(a)
	return element, element != nil
}

// selectExpansion is one ExpandSelect.
type selectExpansion struct {
	builder *Builder
	index   *Term
	left    int             // choices that may still be made
	done    map[*Term]*Term // the elements of arrays that are choices themselves, which paths that joined share
}

// element is the element of a; nil: it takes too many choices.
func (x *selectExpansion) element(a *Term) *Term {
	var stores []*Term
	for ; a.op == OpStore; a = a.args[0] {
		if same, decided := x.builder.sameIndex(a.args[1], x.index); decided && same {
			return x.wrapStores(stores, a.args[2])
		} else if !decided {
			if x.left--; x.left < 0 {
				return nil
			}
			stores = append(stores, a)
		}
	}
	if a.op == OpIte {
		return x.wrapStores(stores, x.choice(a))
	}
	return x.wrapStores(stores, x.builder.Select(a, x.index))
}

// choice is the element of an array that is a choice between two.
func (x *selectExpansion) choice(a *Term) *Term {
	if out, ok := x.done[a]; ok {
		return out
	}
	if x.left--; x.left < 0 {
		return nil
	}
	then := x.element(a.args[1])
	if then == nil {
		return nil
	}
	otherwise := x.element(a.args[2])
	if otherwise == nil {
		return nil
	}
	if x.done == nil {
		x.done = map[*Term]*Term{}
	}
	out := x.builder.Ite(a.args[0], then, otherwise)
	x.done[a] = out
	return out
}

// wrapStores puts the choices of the skipped stores around the innermost element, if there is one.
func (x *selectExpansion) wrapStores(stores []*Term, inner *Term) *Term {
	if inner == nil {
		return nil
	}
	for n := len(stores) - 1; n >= 0; n-- {
		inner = x.builder.Ite(x.builder.Eq(stores[n].args[1], x.index), stores[n].args[2], inner)
	}
	return inner
}

// Apply applies an uninterpreted function.
func (b *Builder) Apply(f *Func, args ...*Term) *Term {
	if len(args) != len(f.Params) {
		bug.Errorf("%s applied to %d arguments, not %d", f.Name, len(args), len(f.Params))
	}
	for i, a := range args {
		if a.sort != f.Params[i] {
			bug.Errorf("%s: argument %d has sort %s, not %s", f.Name, i, a.sort, f.Params[i])
		}
	}
	return b.intern(&head{op: OpApply, sort: f.Result, fn: f}, args)
}

// Forall is universal quantification over the bound variables.
func (b *Builder) Forall(bound []*Term, body *Term, triggers [][]*Term) *Term {
	return b.quantify(OpForall, bound, body, triggers)
}

// Exists is existential quantification over the bound variables.
func (b *Builder) Exists(bound []*Term, body *Term, triggers [][]*Term) *Term {
	return b.quantify(OpExists, bound, body, triggers)
}

func (b *Builder) quantify(op Op, bound []*Term, body *Term, triggers [][]*Term) *Term {
	want(body.sort == b.boolSort, op, body)
	if body.op == OpConst {
		return body
	}
	kept := make([]*Term, 0, len(bound))
	for _, v := range bound {
		want(v.op == OpVar, op, v)
		if body.DependsOn(v) {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return body
	}
	args := append([]*Term{body}, kept...)
	var shape []int
	for _, trigger := range triggers {
		if len(kept) < len(bound) && mentionsDropped(trigger, bound, kept) {
			continue
		}
		if slices.ContainsFunc(trigger, hasChoice) { // by what was put in for a map: no solver takes it, and looks for some itself
			continue
		}
		args = append(args, trigger...)
		shape = append(shape, len(trigger))
	}
	return b.intern(&head{op: op, sort: b.boolSort, p0: int32(len(kept)), shape: shape}, args)
}

func hasChoice(t *Term) bool { return t.HasOp(OpIte) }

// mentionsDropped reports whether the trigger uses a bound variable that is not kept.
func mentionsDropped(trigger, bound, kept []*Term) bool {
	for _, v := range bound {
		for _, t := range trigger {
			if t.DependsOn(v) && !slices.Contains(kept, v) {
				return true
			}
		}
	}
	return false
}

// WithoutOverwritten is the same array without the stores that later ones overwrite, as far as the
// indices in front are constants.
func (b *Builder) WithoutOverwritten(a *Term) *Term {
	var kept []*Term
	seen := map[*Term]bool{}
	for ; a.op == OpStore && a.args[1].op == OpConst; a = a.args[0] {
		if !seen[a.args[1]] {
			seen[a.args[1]] = true
			kept = append(kept, a)
		}
	}
	for i := len(kept) - 1; i >= 0; i-- {
		a = b.Store(a, kept[i].args[1], kept[i].args[2])
	}
	return a
}
