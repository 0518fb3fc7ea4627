package query

import (
	"testing"

	"yogi/internal/term"
)

// TestMeaning: a meaning keeps what it is told of single values, and tells others nothing of that.
func TestMeaning(t *testing.T) {
	b := term.NewBuilder()
	f := b.Func("BAND", []*term.Sort{b.Int(), b.Int()}, b.Int())
	args := func(x, y int64) []term.Value { return []term.Value{term.IntValue(x), term.IntValue(y)} }
	uses := func(x, y, have, want int64) *use {
		return &use{args(x, y), term.IntValue(have), term.IntValue(want)}
	}
	var none *Meaning
	if none.Deviates() {
		t.Error("the program's meaning deviates")
	}
	m := MeaningOf(nil)
	m.say(f, uses(3, 512, 512, 0))
	m.say(f, uses(3, 1, 1, 1))
	if v, ok := m.deviation(f, args(3, 512)); !ok || v.Int64() != 512 {
		t.Errorf("BAND(3, 512) = %v", v)
	}
	if _, ok := m.deviation(f, args(3, 1)); ok {
		t.Error("a value that is the program's deviates")
	}
	later := &Meaning{other: map[*term.Func][]term.FuncEntry{f: m.other[f]}}
	later.say(f, uses(3, 512, 7, 0))
	later.say(f, uses(5, 8, 8, 0))
	if got := later.String(); got != "BAND(3, 512) = 7, BAND(5, 8) = 8" {
		t.Error(got)
	}
	if got := m.String(); got != "BAND(3, 512) = 512" {
		t.Errorf("what another meaning was told reached this: %s", got)
	}
	later.say(f, uses(3, 512, 0, 0))
	later.say(f, uses(5, 8, 0, 0))
	if later.Deviates() {
		t.Errorf("%s is said after all was taken back", later)
	}
}
