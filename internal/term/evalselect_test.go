package term

import "testing"

// oneArray is an assignment of one array variable.
type oneArray struct {
	symbol *Term
	value  Value
}

func (a oneArray) Lookup(v *Term) (Value, bool)     { return a.value, v == a.symbol }
func (oneArray) Apply(*Func, []Value) (Value, bool) { return Value{}, false }

// TestForallOverArrayCells decides a quantifier whose variable only indexes an array.
func TestForallOverArrayCells(t *testing.T) {
	b := NewBuilder()
	m := b.Var("m", b.Array(b.Int(), b.Int()))
	x := b.Var("x", b.Int())
	cell := b.Select(m, x)
	small := b.Forall([]*Term{x}, b.Or(b.Le(cell, b.IntConst(0)), b.Gt(cell, b.IntConst(462))), [][]*Term{{cell}})
	zero := NewArrayValue(m.Sort(), IntValue(0))
	for _, c := range []struct {
		array *ArrayValue
		want  bool
	}{
		{zero, true},
		{zero.Store(IntValue(7), IntValue(463)), true},
		{zero.Store(IntValue(7), IntValue(462)), false},
		{NewArrayValue(m.Sort(), IntValue(5)), false},
		{NewArrayValue(m.Sort(), IntValue(5)).Store(IntValue(0), IntValue(0)), false},
	} {
		got, err := NewEvaluator().Eval(small, oneArray{m, ArrayVal(c.array)})
		if err != nil || got.Bool() != c.want {
			t.Errorf("%s: got %v, %v, want %v", c.array, got, err, c.want)
		}
	}
}
