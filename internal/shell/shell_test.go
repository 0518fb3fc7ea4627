package shell

import (
	"os/exec"
	"strings"
	"testing"
)

// A shell reads each word as it was.
func TestLine(t *testing.T) {
	words := []string{"a", "", "a b", "it's", "'", `\`, "$HOME", "`id`", "a\nb", "*", "~", "#x", "!x", "{a,b}", "[a]", "a;b", "a&b", "x=~", "a\tb", `"`, "-n", "é"}
	for _, word := range words {
		got, err := exec.Command("sh", "-c", "printf '%s|%s' "+Line(word, "end")).Output()
		if err != nil || string(got) != word+"|end" {
			t.Errorf("%q is read as %q: %v", word, got, err)
		}
	}
	if got := Line("gcc", "-DA=1", "dir/a.c"); got != "gcc -DA=1 dir/a.c" {
		t.Errorf("quoted without need: %s", got)
	}
	if got := Word(strings.Repeat("a", 3) + "'b"); got != `'aaa'\''b'` {
		t.Error(got)
	}
}
