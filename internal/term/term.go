package term

import (
	"slices"
	"sync/atomic"
)

// Term is a node of a formula. Terms are made by a Builder only.
type Term struct {
	op       Op
	features Features
	id       uint32
	size     uint32
	hash     uint32
	p0, p1   int32
	sort     *Sort
	args     []*Term
	varMask  uint64 // a bit for each free variable, by hash of its id: disjoint masks, disjoint variables
	value    Value
	aux      *auxiliary

	vars     atomic.Pointer[[]*Term]
	negation atomic.Pointer[Term]
}

// auxiliary holds what few operators need.
type auxiliary struct {
	name  string // OpVar
	fn    *Func  // OpApply
	shape []int  // quantifiers: the number of terms in each trigger
}

// Features says what occurs in a term.
type Features uint8

// The features.
const (
	HasQuantifiers Features = 1 << iota
	HasFloats
	HasArrays
	HasIntegers // Int or Real
	HasBitVectors
	HasApplications
	HasNonlinear // product or division of non-constant numbers
	HasUninterpreted
)

// Func is an uninterpreted function, interned by Builder.Func.
type Func struct {
	Name   string
	Params []*Sort
	Result *Sort
	id     uint32
}

// ID numbers the functions of a builder densely in order of creation.
func (f *Func) ID() uint32 { return f.id }

// Op is the operator at t's head.
func (t *Term) Op() Op { return t.op }

// Sort is t's sort.
func (t *Term) Sort() *Sort { return t.sort }

// Args are t's arguments; the caller must not change them. A quantifier has one, its body.
func (t *Term) Args() []*Term {
	if t.op == OpForall || t.op == OpExists {
		return t.args[:1]
	}
	return t.args
}

// Arg is argument i.
func (t *Term) Arg(i int) *Term { return t.args[i] }

// ID numbers the terms of a builder densely in order of creation: arguments come before their parents.
func (t *Term) ID() uint32 { return t.id }

// Name is the symbol of a variable or an application, else "".
func (t *Term) Name() string {
	switch t.op {
	case OpVar:
		return t.aux.name
	case OpApply:
		return t.aux.fn.Name
	}
	return ""
}

// Value is the value of a constant.
func (t *Term) Value() (Value, bool) { return t.value, t.op == OpConst }

// IsConst reports whether t is a constant. Array constants are OpConstArray and OpStore terms instead.
func (t *Term) IsConst() bool { return t.op == OpConst }

// IsTrue reports whether t is the constant true.
func (t *Term) IsTrue() bool { return t.op == OpConst && t.sort.Kind == KindBool && t.value.bits == 1 }

// IsFalse reports whether t is the constant false.
func (t *Term) IsFalse() bool {
	return t.op == OpConst && t.sort.Kind == KindBool && t.value.bits == 0
}

// IsVar reports whether t is a variable.
func (t *Term) IsVar() bool { return t.op == OpVar }

// Size is the number of nodes of t written as a tree, at most 2^31.
func (t *Term) Size() int { return int(t.size) }

// Func is the function of an application, else nil.
func (t *Term) Func() *Func {
	if t.op != OpApply {
		return nil
	}
	return t.aux.fn
}

// Param is integer parameter i (0 or 1) of an indexed operator: see the operators' comments.
func (t *Term) Param(i int) int {
	if i == 0 {
		return int(t.p0)
	}
	return int(t.p1)
}

// Bound are the bound variables of a quantifier, ordinary OpVar terms.
func (t *Term) Bound() []*Term {
	if t.op != OpForall && t.op != OpExists {
		return nil
	}
	return t.args[1 : 1+t.p0]
}

// Triggers are the instantiation patterns of a quantifier.
func (t *Term) Triggers() [][]*Term {
	if t.aux == nil || len(t.aux.shape) == 0 {
		return nil
	}
	rest := t.args[1+t.p0:]
	triggers := make([][]*Term, len(t.aux.shape))
	for i, n := range t.aux.shape {
		triggers[i], rest = rest[:n], rest[n:]
	}
	return triggers
}

// Features says what occurs in t.
func (t *Term) Features() Features { return t.features }

// HasQuantifier reports whether a quantifier occurs in t.
func (t *Term) HasQuantifier() bool { return t.features&HasQuantifiers != 0 }

// Vars are the free variables of t, each once, by increasing ID. The caller must not change them.
func (t *Term) Vars() []*Term { return *t.freeVars() }

var noVars = &[]*Term{}

func (t *Term) freeVars() *[]*Term {
	if vars := t.vars.Load(); vars != nil {
		return vars
	}
	vars := t.collectVars()
	t.vars.Store(vars)
	return vars
}

// collectVars shares the list of an argument wherever that is the whole answer: long chains of terms
// over the same variables hold one list.
func (t *Term) collectVars() *[]*Term {
	switch {
	case t.op == OpVar:
		return &[]*Term{t}
	case len(t.args) == 0:
		return noVars
	case t.op == OpForall || t.op == OpExists:
		return t.collectQuantified()
	}
	best := t.args[0].freeVars()
	for _, arg := range t.args[1:] {
		if vars := arg.freeVars(); len(*vars) > len(*best) {
			best = vars
		}
	}
	union := *best
	for _, arg := range t.args {
		union = unionVars(union, *arg.freeVars())
	}
	if len(union) == len(*best) {
		return best
	}
	return &union
}

func (t *Term) collectQuantified() *[]*Term {
	bound := t.Bound()
	var vars []*Term
	for _, arg := range append([]*Term{t.args[0]}, t.args[1+t.p0:]...) {
		vars = unionVars(vars, arg.Vars())
	}
	kept := make([]*Term, 0, len(vars))
	for _, v := range vars {
		if !slices.Contains(bound, v) {
			kept = append(kept, v)
		}
	}
	return &kept
}

// unionVars merges sorted lists; it returns a itself when b adds nothing.
func unionVars(a, b []*Term) []*Term {
	if subsetVars(b, a) {
		return a
	}
	merged := make([]*Term, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].id < b[0].id:
			merged, a = append(merged, a[0]), a[1:]
		case a[0].id > b[0].id:
			merged, b = append(merged, b[0]), b[1:]
		default:
			merged, a, b = append(merged, a[0]), a[1:], b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

func subsetVars(small, large []*Term) bool {
	if len(small) > len(large) {
		return false
	}
	for _, v := range small {
		for len(large) > 0 && large[0].id < v.id {
			large = large[1:]
		}
		if len(large) == 0 || large[0] != v {
			return false
		}
	}
	return true
}

// DependsOn reports whether v occurs free in t.
func (t *Term) DependsOn(v *Term) bool {
	if t.varMask&v.varMask == 0 || t.id < v.id {
		return false
	}
	_, found := slices.BinarySearchFunc(t.Vars(), v, byID)
	return found
}

func byID(a, b *Term) int { return compareOrdered(a.id, b.id) }

// Conjuncts are the arguments of a conjunction, or t alone; true has none. The caller must not change the list.
func Conjuncts(t *Term) []*Term {
	switch {
	case t.op == OpAnd:
		return t.args
	case t.IsTrue():
		return nil
	}
	return []*Term{t}
}

// IsConnective reports whether t is a Boolean combination of its arguments, which are Boolean too.
func (t *Term) IsConnective() bool {
	switch t.op {
	case OpAnd, OpOr, OpNot:
		return true
	case OpEq, OpIte:
		return t.args[len(t.args)-1].Sort().Kind == KindBool
	}
	return false
}

// Disjuncts are the arguments of a disjunction, or t alone; false has none.
func Disjuncts(t *Term) []*Term {
	switch {
	case t.op == OpOr:
		return t.args
	case t.IsFalse():
		return nil
	}
	return []*Term{t}
}
