package term

import (
	"maps"

	"yogi/internal/bug"
)

// Rebuild applies op, with its indices, to new arguments through the simplifying constructors. like
// gives the operator, indices, sort and function; a quantifier keeps its bound variables and triggers.
func (b *Builder) Rebuild(like *Term, args ...*Term) *Term {
	switch like.op {
	case OpVar, OpConst:
		return like
	case OpApply:
		return b.Apply(like.aux.fn, args...)
	case OpConstArray:
		return b.ConstArray(like.sort, args[0])
	case OpForall, OpExists:
		return b.quantify(like.op, like.Bound(), args[0], like.Triggers())
	}
	return b.Make(like.op, like.Param(0), like.Param(1), like.sort, args)
}

// Make applies an operator by its number: p0 and p1 are its indices, sort the sort of the result
// where the arguments do not say it (conversions to floats, constant arrays), else nil will do.
func (b *Builder) Make(op Op, p0, p1 int, sort *Sort, args []*Term) *Term {
	if build, ok := naryBuilders[op]; ok {
		return build(b, args...)
	}
	if build, ok := unaryBuilders[op]; ok && len(args) == 1 {
		return build(b, args[0])
	}
	if build, ok := binaryBuilders[op]; ok && len(args) == 2 {
		return build(b, args[0], args[1])
	}
	switch op {
	case OpIte:
		return b.Ite(args[0], args[1], args[2])
	case OpStore:
		return b.Store(args[0], args[1], args[2])
	case OpExtract:
		return b.Extract(p0, p1, args[0])
	case OpZeroExt:
		return b.ZeroExt(p0, args[0])
	case OpSignExt:
		return b.SignExt(p0, args[0])
	case OpIntToBV:
		return b.IntToBV(p0, args[0])
	case OpConstArray:
		return b.ConstArray(sort, args[0])
	case OpFRoundToIntegral:
		return b.FRoundToIntegral(RoundingMode(p0), args[0])
	case OpFFromBits:
		return b.FFromBits(sort.Exp, sort.Sig, args[0])
	case OpFAdd, OpFSub, OpFMul, OpFDiv, OpFFma, OpFSqrt:
		return b.FRounded(op, RoundingMode(p0), args[0].sort, args...)
	case OpFFromFloat, OpFFromSBV, OpFFromUBV:
		return b.FRounded(op, RoundingMode(p0), sort, args...)
	case OpFToSBV:
		return b.FToSBV(p0, RoundingMode(p1), args[0])
	case OpFToUBV:
		return b.FToUBV(p0, RoundingMode(p1), args[0])
	}
	bug.Errorf("cannot build %s of %d arguments", op, len(args))
	return nil
}

var naryBuilders = map[Op]func(*Builder, ...*Term) *Term{
	OpAnd: (*Builder).And, OpOr: (*Builder).Or, OpDistinct: (*Builder).Distinct,
	OpBVAdd: (*Builder).BVAdd, OpBVMul: (*Builder).BVMul,
	OpBVAnd: (*Builder).BVAnd, OpBVOr: (*Builder).BVOr, OpBVXor: (*Builder).BVXor,
	OpConcat: (*Builder).Concat, OpAdd: (*Builder).Add, OpMul: (*Builder).Mul,
}

var unaryBuilders = map[Op]func(*Builder, *Term) *Term{
	OpNot: (*Builder).Not, OpBVNot: (*Builder).BVNot,
	OpToReal: (*Builder).ToReal, OpToInt: (*Builder).ToInt, OpBVToNat: (*Builder).BVToNat,
	OpFNeg: (*Builder).FNeg, OpFAbs: (*Builder).FAbs,
	OpFIsNaN: (*Builder).FIsNaN, OpFIsInf: (*Builder).FIsInf, OpFIsZero: (*Builder).FIsZero, OpFIsNegative: (*Builder).FIsNegative,
}

var binaryBuilders = map[Op]func(*Builder, *Term, *Term) *Term{
	OpEq:     (*Builder).Eq,
	OpBVUDiv: (*Builder).BVUDiv, OpBVURem: (*Builder).BVURem, OpBVSDiv: (*Builder).BVSDiv, OpBVSRem: (*Builder).BVSRem,
	OpBVShl: (*Builder).BVShl, OpBVLshr: (*Builder).BVLshr, OpBVAshr: (*Builder).BVAshr,
	OpBVUlt: (*Builder).BVUlt, OpBVUle: (*Builder).BVUle, OpBVSlt: (*Builder).BVSlt, OpBVSle: (*Builder).BVSle,
	OpDiv: (*Builder).Div, OpMod: (*Builder).Mod, OpRealDiv: (*Builder).RealDiv, OpLt: (*Builder).Lt, OpLe: (*Builder).Le,
	OpFRem: (*Builder).FRem,
	OpFMin: (*Builder).FMin, OpFMax: (*Builder).FMax, OpFEq: (*Builder).FEq, OpFLt: (*Builder).FLt, OpFLe: (*Builder).FLe,
	OpSelect: (*Builder).Select,
}

// Substitution replaces terms, usually variables, by others, all at once. It remembers what it has
// rewritten, so it should be kept while its map is in use. It belongs to one goroutine at a time.
type Substitution struct {
	b       *Builder
	m       map[*Term]*Term
	memo    map[*Term]*Term
	keyMask uint64
	lowest  uint32  // the smallest ID of a key: older terms contain none
	masked  bool    // every key has variables, so disjoint masks exclude an occurrence
	ranges  *Ranges // of a substitution that leaves arrays as they are; nil: of another
}

// Substitute replaces in t every key of m by its value, all at once. Bound variables are renamed where
// a value would be captured. Subterms without keys stay the same pointers.
func (b *Builder) Substitute(t *Term, m map[*Term]*Term) *Term {
	return b.NewSubstitution(m).Apply(t)
}

// NewSubstitution prepares a substitution; the caller must not change m afterwards.
func (b *Builder) NewSubstitution(m map[*Term]*Term) *Substitution {
	s := &Substitution{b: b, m: m, lowest: ^uint32(0), masked: true}
	for k, v := range m {
		if k.sort != v.sort {
			bug.Errorf("substitution of %s for %s", v.sort, k.sort)
		}
		s.keyMask |= k.varMask
		s.lowest = min(s.lowest, k.id)
		s.masked = s.masked && k.varMask != 0
	}
	return s
}

// NewScalarSubstitution is a substitution that leaves arrays as they are, and makes constants of what ranges decide.
// What is known where a path is simplifies the addresses that are read there and what is found at them, while the array
// that many paths share stays one.
func (b *Builder) NewScalarSubstitution(m map[*Term]*Term, ranges *Ranges) *Substitution {
	s := b.NewSubstitution(m)
	s.ranges = ranges
	return s
}

// untouched reports that no key occurs in t, where that is cheap to see.
func (s *Substitution) untouched(t *Term) bool {
	return t.id < s.lowest || s.masked && t.varMask&s.keyMask == 0
}

// Apply rewrites t.
func (s *Substitution) Apply(t *Term) *Term {
	if s.ranges == nil && s.untouched(t) {
		return t
	}
	if r, ok := s.m[t]; ok {
		return r
	}
	if len(t.args) == 0 || s.ranges != nil && t.sort.Kind == KindArray {
		return t
	}
	if r, ok := s.memo[t]; ok {
		return r
	}
	var r *Term
	if t.op == OpForall || t.op == OpExists {
		r = s.quantifier(t)
	} else {
		r = s.arguments(t)
		switch {
		case s.ranges == nil:
		case t.op == OpSelect && r != t:
			r = s.Apply(r) // what was stored at an address that is simpler now
		default:
			r = s.ranges.decided(s.b, r)
		}
	}
	if s.memo == nil {
		s.memo = map[*Term]*Term{}
	}
	s.memo[t] = r
	return r
}

func (s *Substitution) arguments(t *Term) *Term {
	var buffer [8]*Term
	args := buffer[:0]
	changed := false
	for _, a := range t.args {
		r := s.Apply(a)
		changed = changed || r != a
		args = append(args, r)
	}
	if !changed {
		return t
	}
	return s.b.Rebuild(t, args...)
}

// quantifier rewrites under a binder: the bound variables are no keys there, and those that occur in a
// value are renamed first.
func (s *Substitution) quantifier(t *Term) *Term {
	inner := maps.Clone(s.m)
	bound := append([]*Term(nil), t.Bound()...)
	for _, v := range bound {
		delete(inner, v)
	}
	for k := range inner {
		if !mayOccur(k, t) || usesAny(k, bound) {
			delete(inner, k)
		}
	}
	if len(inner) == 0 {
		return t
	}
	for i, v := range bound {
		for k, r := range inner {
			if k != v && r.DependsOn(v) {
				bound[i] = s.b.Fresh(v.Name(), v.sort)
				inner[v] = bound[i]
				break
			}
		}
	}
	under := s.b.NewSubstitution(inner)
	var triggers [][]*Term
	for _, trigger := range t.Triggers() {
		rewritten := make([]*Term, len(trigger))
		for i, p := range trigger {
			rewritten[i] = under.Apply(p)
		}
		triggers = append(triggers, rewritten)
	}
	return s.b.quantify(t.op, bound, under.Apply(t.args[0]), triggers)
}

// mayOccur reports whether the key k can occur free in the quantifier t.
func mayOccur(k, t *Term) bool {
	if k.op == OpVar {
		return t.DependsOn(k)
	}
	return k.id < t.id && k.varMask&t.varMask == k.varMask
}

// Replace puts one term for another in t.
func (b *Builder) Replace(t, old, by *Term) *Term {
	memo := map[*Term]*Term{old: by}
	var walk func(t *Term) *Term
	walk = func(t *Term) *Term {
		if done := memo[t]; done != nil {
			return done
		}
		if len(t.Args()) == 0 {
			return t
		}
		args := make([]*Term, len(t.Args()))
		for i, a := range t.Args() {
			args[i] = walk(a)
		}
		memo[t] = b.Rebuild(t, args...)
		return memo[t]
	}
	return walk(t)
}
