package solver

import (
	"testing"

	"yogi/internal/term"
)

func TestReadScriptReadsWhatScriptWrites(t *testing.T) {
	b := term.NewBuilder()
	x, y := b.Var("f::x", b.BV(32)), b.Var("m", b.Array(b.BV(32), b.BV(8)))
	sum := b.BVAdd(b.BVMul(x, x), b.BVConst(32, 7))
	f := b.Func("f", []*term.Sort{b.BV(32)}, b.BV(32))
	q := Query{
		Path:   []*term.Term{b.BVUlt(sum, x), b.Eq(b.Select(y, sum), b.BVConst(8, 3))},
		Assume: []*term.Term{b.Eq(b.Apply(f, sum), x), b.Not(b.Eq(x, b.BVConst(32, 0)))},
	}
	again, err := ReadScript(b, Script(q))
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Path) != 2 || len(again.Assume) != 2 {
		t.Fatalf("read %d conjuncts and %d assumptions", len(again.Path), len(again.Assume))
	}
	// Symbols get a prefix on the way, so the second text is the first with longer names.
	third, err := ReadScript(b, Script(again))
	if err != nil {
		t.Fatal(err)
	}
	if len(Script(third))-len(Script(again)) != len(Script(again))-len(Script(q)) {
		t.Errorf("the text changes:\n%s\n%s", Script(again), Script(third))
	}
}

func TestReadScriptRefuses(t *testing.T) {
	for _, text := range []string{"(push 1)", "(assert (> x 1))", "(define-fun f ((x Int)) Int x)", "(assert"} {
		if _, err := ReadScript(term.NewBuilder(), text); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}
