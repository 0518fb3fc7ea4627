// Package termtest makes random terms for tests, each with its value computed step by step beside the
// constructors: what a simplification loses shows as a difference.
package termtest

import (
	"math/big"
	"math/rand/v2"

	"yogi/internal/term"
)

// Assignments is how many assignments are followed at once.
const Assignments = 8

// Sample is a term with its value under each assignment.
type Sample struct {
	Term   *term.Term
	Values [Assignments]term.Value
}

// Options choose what occurs in the terms.
type Options struct {
	Ints, Arrays, Floats, Functions bool
	// SmallFloats leaves double out: solvers are slow on it.
	SmallFloats bool
	// Widths are the widths of bit-vectors; small ones make coincidences frequent.
	Widths []int
}

// Generator makes random terms from a pool that grows.
type Generator struct {
	B       *term.Builder
	Rand    *rand.Rand
	Options Options
	// Vars are the variables with their values.
	Vars []Sample
	pool map[*term.Sort][]Sample
	f    *term.Func
}

// New makes a generator with variables of every sort.
func New(b *term.Builder, seed uint64, o Options) *Generator {
	g := &Generator{B: b, Rand: rand.New(rand.NewPCG(seed, 1)), Options: o, pool: map[*term.Sort][]Sample{}}
	if len(o.Widths) == 0 {
		g.Options.Widths = []int{1, 4, 8, 32}
	}
	sorts := []*term.Sort{b.Bool()}
	for _, w := range g.Options.Widths {
		sorts = append(sorts, b.BV(w))
	}
	if o.Ints {
		sorts = append(sorts, b.Int())
	}
	if o.Arrays {
		sorts = append(sorts, b.Array(b.BV(g.Options.Widths[0]), b.BV(g.Options.Widths[0])))
		if o.Ints {
			sorts = append(sorts, b.Array(b.Int(), b.Int()))
		}
	}
	if o.Floats {
		sorts = append(sorts, b.Float(3, 4), g.largeFloat())
	}
	if o.Functions && o.Ints {
		g.f = b.Func("f", []*term.Sort{b.Int()}, b.Int())
	}
	for _, s := range sorts {
		for i := range 3 {
			sample := Sample{Term: b.Var(string(rune('a'+i))+"_"+s.String(), s)}
			for n := range sample.Values {
				sample.Values[n] = g.value(s)
			}
			g.Vars = append(g.Vars, sample)
			g.pool[s] = append(g.pool[s], sample)
		}
	}
	return g
}

func (g *Generator) largeFloat() *term.Sort {
	if g.Options.SmallFloats {
		return g.B.Float(5, 11)
	}
	return g.B.Float(11, 53)
}

// value is a random value, with the extremes more often than chance has them.
func (g *Generator) value(s *term.Sort) term.Value {
	r := g.Rand
	switch s.Kind {
	case term.KindBool:
		return term.BoolValue(r.IntN(2) == 1)
	case term.KindInt:
		return term.IntValue(int64(r.IntN(17) - 8))
	case term.KindArray:
		a := term.NewArrayValue(s, g.value(s.Elem))
		for range r.IntN(4) {
			a = a.Store(g.value(s.Index), g.value(s.Elem))
		}
		return term.ArrayVal(a)
	case term.KindFloat:
		return term.FloatValue(s.Exp, s.Sig, g.bits(s.Exp+s.Sig))
	}
	return g.bits(s.Width)
}

func (g *Generator) bits(width int) term.Value {
	switch g.Rand.IntN(5) {
	case 0:
		return term.BVValue(width, uint64(g.Rand.IntN(4)))
	case 1:
		return term.BVBigValue(width, big.NewInt(-1-int64(g.Rand.IntN(3))))
	case 2:
		return term.BVBigValue(width, new(big.Int).Lsh(big.NewInt(1), uint(g.Rand.IntN(width))))
	}
	z := new(big.Int).SetUint64(g.Rand.Uint64())
	return term.BVBigValue(width, z.Lsh(z, 64).Or(z, new(big.Int).SetUint64(g.Rand.Uint64())))
}

// Assignment is number n of the assignments that the generator makes of its variables.
func (g *Generator) Assignment(n int) term.Assignment { return assignment{g, n} }

type assignment struct {
	g *Generator
	n int
}

func (a assignment) Lookup(v *term.Term) (term.Value, bool) {
	for _, s := range a.g.Vars {
		if s.Term == v {
			return s.Values[a.n], true
		}
	}
	return term.Value{}, false
}

func (a assignment) Apply(_ *term.Func, args []term.Value) (term.Value, bool) {
	return functionValue(args), true
}

// functionValue is the one function's meaning: some fixed thing.
func functionValue(args []term.Value) term.Value {
	return term.IntValue(int64(args[0].Hash() % 7))
}

// pick is a term of the sort from the pool, or a constant.
func (g *Generator) pick(s *term.Sort) Sample {
	if g.Rand.IntN(5) == 0 && s.Kind != term.KindArray {
		return g.constant(g.value(s))
	}
	list := g.pool[s]
	if len(list) == 0 {
		return g.constant(g.value(s))
	}
	if g.Rand.IntN(2) == 0 { // prefer what is new
		return list[len(list)-1-g.Rand.IntN(min(6, len(list)))]
	}
	return list[g.Rand.IntN(len(list))]
}

func (g *Generator) constant(v term.Value) Sample {
	s := Sample{Term: g.B.Const(v)}
	for n := range s.Values {
		s.Values[n] = v
	}
	return s
}

// apply builds op over samples: the term through the constructor, the values through the meaning.
func (g *Generator) apply(op term.Op, p0, p1 int, sort *term.Sort, args ...Sample) Sample {
	terms := make([]*term.Term, len(args))
	for i, a := range args {
		terms[i] = a.Term
	}
	s := Sample{Term: g.B.Make(op, p0, p1, sort, terms)}
	for n := range s.Values {
		values := make([]term.Value, len(args))
		for i, a := range args {
			values[i] = a.Values[n]
		}
		s.Values[n] = term.Apply(op, p0, p1, sort, values)
	}
	g.pool[sort] = append(g.pool[sort], s)
	return s
}

var bvPairs = []term.Op{term.OpBVAdd, term.OpBVAdd, term.OpBVMul, term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem,
	term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVShl, term.OpBVLshr, term.OpBVAshr}

var bvTests = []term.Op{term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle, term.OpEq}

// Next makes one more term, of a random sort.
func (g *Generator) Next() Sample {
	kinds := []func() Sample{g.boolean, g.bitvector, g.bitvector, g.comparison}
	if g.Options.Ints {
		kinds = append(kinds, g.integer, g.integerTest)
	}
	if g.Options.Arrays {
		kinds = append(kinds, g.array)
	}
	if g.Options.Floats {
		kinds = append(kinds, g.float)
	}
	return kinds[g.Rand.IntN(len(kinds))]()
}

// Bool makes terms until one is boolean and not constant.
func (g *Generator) Bool() Sample {
	for {
		s := g.Next()
		if s.Term.Sort().Kind == term.KindBool && !s.Term.IsConst() {
			return s
		}
	}
}

func (g *Generator) width() int { return g.Options.Widths[g.Rand.IntN(len(g.Options.Widths))] }

func (g *Generator) boolean() Sample {
	s := g.B.Bool()
	switch g.Rand.IntN(6) {
	case 4:
		return g.distinct()
	case 0:
		return g.apply(term.OpNot, 0, 0, s, g.pick(s))
	case 1:
		return g.apply(term.OpAnd, 0, 0, s, g.pick(s), g.pick(s), g.pick(s))
	case 2:
		return g.apply(term.OpOr, 0, 0, s, g.pick(s), g.pick(s), g.pick(s))
	case 3:
		return g.apply(term.OpEq, 0, 0, s, g.pick(s), g.pick(s))
	}
	return g.apply(term.OpIte, 0, 0, s, g.pick(s), g.pick(s), g.pick(s))
}

// distinct is about many terms: few pairs are written out.
func (g *Generator) distinct() Sample {
	s := g.B.BV(g.width())
	var args []Sample
	for range 7 + g.Rand.IntN(5) {
		args = append(args, g.pick(s))
	}
	return g.apply(term.OpDistinct, 0, 0, g.B.Bool(), args...)
}

func (g *Generator) comparison() Sample {
	s := g.B.BV(g.width())
	return g.apply(bvTests[g.Rand.IntN(len(bvTests))], 0, 0, g.B.Bool(), g.pick(s), g.pick(s))
}

func (g *Generator) bitvector() Sample {
	w := g.width()
	s := g.B.BV(w)
	switch g.Rand.IntN(9) {
	case 0:
		return g.apply(term.OpBVNot, 0, 0, s, g.pick(s))
	case 1:
		return g.apply(term.OpIte, 0, 0, s, g.pick(g.B.Bool()), g.pick(s), g.pick(s))
	case 2, 3:
		return g.resize(w)
	case 4:
		low := g.Rand.IntN(w)
		high := low + g.Rand.IntN(w-low)
		part := g.apply(term.OpExtract, high, low, g.B.BV(high-low+1), g.pick(s))
		if rest := w - (high - low + 1); rest > 0 {
			return g.apply(term.OpConcat, 0, 0, s, part, g.apply(term.OpExtract, rest-1, 0, g.B.BV(rest), g.pick(s)))
		}
		return part
	}
	return g.apply(bvPairs[g.Rand.IntN(len(bvPairs))], 0, 0, s, g.pick(s), g.pick(s))
}

// resize makes w bits from a bit-vector of another width.
func (g *Generator) resize(w int) Sample {
	from := g.width()
	x := g.pick(g.B.BV(from))
	if from >= w {
		low := g.Rand.IntN(from - w + 1)
		return g.apply(term.OpExtract, low+w-1, low, g.B.BV(w), x)
	}
	op := term.OpZeroExt
	if g.Rand.IntN(2) == 0 {
		op = term.OpSignExt
	}
	return g.apply(op, w-from, 0, g.B.BV(w), x)
}

func (g *Generator) integer() Sample {
	s := g.B.Int()
	switch g.Rand.IntN(9) {
	case 0:
		return g.apply(term.OpIte, 0, 0, s, g.pick(g.B.Bool()), g.pick(s), g.pick(s))
	case 1:
		return g.apply(term.OpMul, 0, 0, s, g.constant(g.value(s)), g.pick(s))
	case 2:
		return g.apply(term.OpDiv, 0, 0, s, g.pick(s), g.constant(g.value(s)))
	case 3:
		return g.apply(term.OpMod, 0, 0, s, g.pick(s), g.constant(g.value(s)))
	case 4:
		if g.f != nil {
			return g.application()
		}
	}
	return g.apply(term.OpAdd, 0, 0, s, g.pick(s), g.pick(s), g.pick(s))
}

func (g *Generator) application() Sample {
	x := g.pick(g.B.Int())
	s := Sample{Term: g.B.Apply(g.f, x.Term)}
	for n := range s.Values {
		s.Values[n] = functionValue([]term.Value{x.Values[n]})
	}
	g.pool[g.B.Int()] = append(g.pool[g.B.Int()], s)
	return s
}

func (g *Generator) integerTest() Sample {
	s := g.B.Int()
	ops := []term.Op{term.OpEq, term.OpLt, term.OpLe}
	return g.apply(ops[g.Rand.IntN(3)], 0, 0, g.B.Bool(), g.pick(s), g.pick(s))
}

func (g *Generator) array() Sample {
	elem := g.B.BV(g.Options.Widths[0])
	if g.Options.Ints && g.Rand.IntN(2) == 0 {
		elem = g.B.Int()
	}
	s := g.B.Array(elem, elem)
	switch g.Rand.IntN(7) {
	case 0:
		return g.apply(term.OpEq, 0, 0, g.B.Bool(), g.pick(s), g.pick(s))
	case 1:
		return g.apply(term.OpIte, 0, 0, s, g.pick(g.B.Bool()), g.pick(s), g.pick(s))
	case 2:
		return g.apply(term.OpConstArray, 0, 0, s, g.constant(g.value(elem)))
	case 3, 4:
		return g.apply(term.OpStore, 0, 0, s, g.pick(s), g.pick(elem), g.pick(elem))
	}
	return g.apply(term.OpSelect, 0, 0, elem, g.pick(s), g.pick(elem))
}

var floatPairs = []term.Op{term.OpFAdd, term.OpFSub, term.OpFMul, term.OpFDiv}
var floatTests = []term.Op{term.OpFEq, term.OpFLt, term.OpFLe, term.OpEq}

func (g *Generator) float() Sample {
	s, other := g.B.Float(3, 4), g.largeFloat()
	if g.Rand.IntN(3) == 0 {
		s, other = other, s
	}
	mode := 0 // mostly to nearest even
	if g.Rand.IntN(3) == 0 {
		mode = g.Rand.IntN(5)
	}
	switch g.Rand.IntN(9) {
	case 0:
		return g.apply(floatTests[g.Rand.IntN(4)], 0, 0, g.B.Bool(), g.pick(s), g.pick(s))
	case 1:
		return g.apply(term.OpFIsNaN, 0, 0, g.B.Bool(), g.pick(s))
	case 2:
		return g.apply(term.OpFFromFloat, mode, 0, s, g.pick(other))
	case 3:
		return g.apply(term.OpFFromSBV, mode, 0, s, g.pick(g.B.BV(g.width())))
	case 4:
		large := g.largeFloat() // Z3 4.8.12 answers with an error in formats smaller than those of C
		return g.apply(term.OpFRoundToIntegral, g.Rand.IntN(5), 0, large, g.pick(large))
	case 5:
		return g.apply(term.OpFNeg, 0, 0, s, g.pick(s))
	case 6:
		return g.apply(term.OpFSqrt, mode, 0, s, g.pick(s))
	}
	return g.apply(floatPairs[g.Rand.IntN(4)], mode, 0, s, g.pick(s), g.pick(s))
}
