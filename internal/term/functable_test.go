package term

import "testing"

func TestFuncTable(t *testing.T) {
	args := func(x, y int64) []Value { return []Value{IntValue(x), IntValue(y)} }
	table := &FuncTable{Entries: []FuncEntry{{args(1, 2), IntValue(7)}, {args(1, 2), IntValue(8)}}}
	if _, known := table.Lookup(args(1, 2)); known {
		t.Error("an entry that was not indexed is found")
	}
	table.Add(FuncEntry{args(2, 1), IntValue(9)})
	for _, c := range []struct{ x, y, want int64 }{{1, 2, 7}, {2, 1, 9}} {
		if v, known := table.Lookup(args(c.x, c.y)); !known || v.Int64() != c.want {
			t.Errorf("f(%d, %d) = %v", c.x, c.y, v)
		}
	}
	if _, known := table.Lookup(args(2, 2)); known {
		t.Error("a value that nobody said is known")
	}
}
