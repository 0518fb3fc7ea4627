package interproc

import (
	"strings"
	"testing"
)

// Blocks in front of an edit keep their numbers, those behind it their numbers from the end, and those of the edit are
// the same place where it has as many as before.
func TestAlign(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		before, after string
		want          string // of each block then: its number now, with ' where it is another one, - where it is none
	}{
		{"a b c", "a b c", "0 1 2"},
		{"a b c", "a x c", "0 1' 2"},
		{"a b c", "a x b c", "0 2 3"},
		{"a b c", "a c", "0 - 1"},
		{"a a a", "a a", "0 1 -"},
		{"a b c d", "a y c x d z", "0 - - -"},
		{"a", "", "-"},
	} {
		a := align(strings.Fields(test.before), strings.Fields(test.after))
		var got []string
		for then := range strings.Fields(test.before) {
			now, isSame := a.block(then)
			word := "-"
			if now >= 0 {
				word = string(rune('0' + now))
				if !isSame {
					word += "'"
				}
			}
			got = append(got, word)
		}
		if now, _ := a.block(-1); now >= 0 {
			t.Errorf("the exit is block %d", now)
		}
		if now, _ := a.block(len(strings.Fields(test.before))); now >= 0 {
			t.Errorf("a block that was not there is block %d", now)
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%q, then %q: %s, want %s", test.before, test.after, text, test.want)
		}
	}
}
