package typecheck

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestHostile checks that inputs made to exhaust the stack or the memory are refused soon, or accepted.
func TestHostile(t *testing.T) {
	many := func(s string) string { return strings.Repeat(s, 100_000) }
	for name, c := range map[string]struct {
		text    string
		refused bool
	}{
		"empty":        {"", false},
		"parentheses":  {"int x = " + many("("), true},
		"braces":       {"int x[] = " + many("{"), true},
		"blocks":       {"void f(void) {" + many("{"), true},
		"pointers":     {"int " + many("*") + "p;", true},
		"arrays":       {"int a" + many("[1]") + ";", true},
		"declarators":  {"int " + many("(*"), true},
		"casts":        {"int x = " + many("(int)") + "1;", true},
		"negations":    {"int x = " + many("- ") + "1;", true},
		"conditionals": {"int x = " + many("1 ? 1 : ") + "1;", true},
		"assignments":  {"int x; void f(void) { x = " + many("x = ") + "1; }", true},
		"structs":      {many("struct {"), true},
		"attributes":   {"int x " + many("__attribute__((unused))") + ";", false},
		"qualifiers":   {many("const ") + "int x;", false},
		"sum":          {"int x, y; void f(void) { y = " + many("x + ") + "1; }", false},
		"else ifs":     {"int f(int x) { if (x) return 0;" + strings.Repeat("else if (x) return 1;", 4000) + " return 2; }", false},
		"typeof":       {"int x; " + many("typeof("), true},
		"huge shift":   {"int x = 1 << 2000000000; int y[1ULL << 62];", true},
		"range":        {"int a[] = { [0 ... 2147483646] = 1 };", true},
		"open type":    {"const", true},
		"open list":    {"int f(int", true},
		"binary":       {"\x7fELF\x02\x01\x01\x00\x00\xff", true},
	} {
		start := time.Now()
		_, ds, err := Check(context.Background(), Options{DataModel: "LP64", Files: []string{"t.c"}, Source: map[string][]byte{"t.c": []byte(c.text)}})
		if err != nil || len(ds) > 0 != c.refused {
			t.Errorf("%s: %v %v", name, ds, err)
		}
		if d := time.Since(start); d > time.Minute {
			t.Errorf("%s took %v", name, d)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := strings.Repeat("int f(int x);\n", 10_000)
	unit, _, err := Check(ctx, Options{DataModel: "LP64", Files: []string{"t.c"}, Source: map[string][]byte{"t.c": []byte(text)}})
	if err == nil || unit != nil {
		t.Error("a cancelled check has no error")
	}
}
