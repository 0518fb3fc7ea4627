package source

import "testing"

// TestNearest: a word is taken for another one that takes few changes, or that it begins.
func TestNearest(t *testing.T) {
	for word, want := range map[string]string{"chan_clsoe": "chan_close", "chan_opn": "chan_open", "pool": "", "chan_open": "chan_open"} {
		if got := Nearest(word, []string{"chan_open", "chan_close", "chan_send"}); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}
