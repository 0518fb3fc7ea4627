package term

import "testing"

func TestIntact(t *testing.T) {
	b := NewBuilder()
	x, y, z := b.Var("x", b.Bool()), b.Var("y", b.Bool()), b.Var("z", b.Bool())
	all := b.And(x, y, z)
	b.Or(b.Eq(b.Var("i", b.Int()), b.IntConst(3)), all)
	if err := b.Intact(); err != nil {
		t.Fatal(err)
	}
	before := all.args[0]
	all.args[0] = b.Not(x)
	if b.Intact() == nil {
		t.Error("an argument was changed, and nobody notices")
	}
	all.args[0] = before
	all.args[2] = nil
	if b.Intact() == nil {
		t.Error("an argument was lost, and nobody notices")
	}
}
