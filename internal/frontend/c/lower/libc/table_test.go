package libc

import (
	"strings"
	"testing"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/builtin"
)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rows {
		for _, name := range strings.Fields(r.names) {
			if seen[name] {
				t.Errorf("%s has two rows", name)
			}
			seen[name] = true
			if builtin.Family(name) != nil {
				t.Errorf("%s has a row, and a family of builtins has it too", name)
			}
			if clib.Is(name, clib.Unmodelled) {
				t.Errorf("%s has a model, and functions.txt says that it is not modelled", name)
			}
			if Model(name) == nil {
				t.Errorf("the model of %s is not found", name)
			}
		}
	}
	for _, name := range []string{"printf", "puts", "scanf", "sscanf"} {
		if !seen[name] || clib.Is(name, clib.Prints) == clib.Is(name, clib.Scans) {
			t.Errorf("%s prints or scans, and has a model", name)
		}
	}
	if Model("fopen") != nil {
		t.Error("fopen has a model")
	}
}
