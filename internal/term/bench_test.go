package term_test

import (
	"testing"

	"yogi/internal/term"
)

type mapAssignment map[*term.Term]term.Value

func (a mapAssignment) Lookup(v *term.Term) (term.Value, bool) {
	value, ok := a[v]
	return value, ok
}

func (a mapAssignment) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

// predicate is a typical region predicate: a few comparisons over a few variables.
func predicate(b *term.Builder) (*term.Term, mapAssignment) {
	x, y, z := b.Var("x", b.BV(32)), b.Var("y", b.BV(32)), b.Var("z", b.BV(32))
	t := b.And(b.BVSlt(x, y), b.Or(b.Eq(z, b.BVConst(32, 3)), b.BVUle(b.BVAdd(x, y), z)), b.Ne(b.BVAnd(x, b.BVConst(32, 5)), b.BVConst(32, 1)))
	return t, mapAssignment{x: term.BVValue(32, 4), y: term.BVValue(32, 9), z: term.BVValue(32, 77)}
}

func BenchmarkEval(b *testing.B) {
	t, a := predicate(term.NewBuilder())
	e := term.NewEvaluator()
	b.ReportAllocs()
	for range b.N {
		if v, err := e.Eval(t, a); err != nil || !v.Bool() {
			b.Fatal(v, err)
		}
	}
}

func BenchmarkEvalLongSum(b *testing.B) {
	builder := term.NewBuilder()
	x := builder.Var("x", builder.BV(32))
	t := x
	for i := range 100 {
		t = builder.BVAdd(builder.BVXor(t, builder.BVConst(32, uint64(i))), x)
	}
	a := mapAssignment{x: term.BVValue(32, 4)}
	e := term.NewEvaluator()
	b.ReportAllocs()
	for range b.N {
		if _, err := e.Eval(t, a); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	builder := term.NewBuilder()
	b.ReportAllocs()
	for range b.N {
		predicate(builder)
	}
}

func BenchmarkIncrement(b *testing.B) {
	builder := term.NewBuilder()
	x := builder.Var("x", builder.BV(32))
	one := builder.BVConst(32, 1)
	t := x
	b.ReportAllocs()
	for range b.N {
		t = builder.BVAdd(t, one)
	}
}

func BenchmarkSubstitute(b *testing.B) {
	builder := term.NewBuilder()
	t, _ := predicate(builder)
	x, y := builder.Var("x", builder.BV(32)), builder.Var("y", builder.BV(32))
	m := map[*term.Term]*term.Term{x: builder.BVAdd(y, builder.BVConst(32, 1))}
	b.ReportAllocs()
	for range b.N {
		builder.Substitute(t, m)
	}
}

func BenchmarkStoreSelect(b *testing.B) {
	builder := term.NewBuilder()
	p := builder.Var("p", builder.BV(64))
	array := builder.Var("a", builder.Array(builder.BV(64), builder.BV(8)))
	v := builder.Var("v", builder.BV(8))
	b.ReportAllocs()
	for i := range b.N {
		array = builder.Store(array, builder.BVAdd(p, builder.BVConst(64, uint64(i%5000))), v)
		builder.Select(array, builder.BVAdd(p, builder.BVConst(64, 4000)))
	}
}

// stored is an assignment that gives each array zeros, and each word its name's length.
type stored struct{}

func (stored) Lookup(v *term.Term) (term.Value, bool) {
	if v.Sort().Kind == term.KindArray {
		return term.ArrayVal(term.NewArrayValue(v.Sort(), term.BVValue(v.Sort().Elem.Width, 0))), true
	}
	return term.BVValue(v.Sort().Width, uint64(len(v.Name()))), true
}

func (stored) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

// BenchmarkEvalStores evaluates an array after two thousand stores at addresses that are not known.
func BenchmarkEvalStores(b *testing.B) {
	builder := term.NewBuilder()
	p, v := builder.Var("p", builder.BV(64)), builder.Var("v", builder.BV(8))
	array := builder.Var("a", builder.Array(builder.BV(64), builder.BV(8)))
	for i := range 2000 {
		array = builder.Store(array, builder.BVMul(p, builder.BVConst(64, uint64(i*37%5000))), builder.BVAdd(v, builder.BVConst(8, uint64(i))))
	}
	evaluator := term.NewEvaluator()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := evaluator.Eval(array, stored{}); err != nil {
			b.Fatal(err)
		}
	}
}
