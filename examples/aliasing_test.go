package examples

// This file generates the programs of DASH's Figure 5, which has a parameter n.

import (
	"fmt"
	"strings"
	"testing"

	"yogi/internal/golden"
)

// TestAliasingFamily checks that the programs in papers are what the generator yields.
func TestAliasingFamily(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8, 16, 32, 64} {
		golden.ExpectFile(t, fmt.Sprintf("papers/dash_fig5_n%d.c", n), aliasingProgram(n))
	}
}

// aliasingProgram returns Figure 5 for n pointers beside p: none aliases p where p is written, so the
// error is not reachable. The caller lets each pointer alias p or have an object of its own.
func aliasingProgram(n int) string {
	var text strings.Builder
	fmt.Fprintf(&text, `// SAFE
// DASH, Figure 5, for n = %d: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, %s)
{
`, n, list(n, "int *p%d", ", "))
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&text, "    if (p == p%d)\n        return;\n", i)
	}
	text.WriteString(list(n, "    *p%d = 0;\n", ""))
	text.WriteString("    *p = 1;\n")
	fmt.Fprintf(&text, "    if (%s)\n        reach_error();\n", list(n, "*p%d == 1", " || "))
	text.WriteString(list(n, "    p = p%d;\n", ""))
	fmt.Fprintf(&text, "}\n\nint main(void)\n{\n    int shared;\n    int %s;\n    int %s;\n\n",
		list(n, "own%d", ", "), list(n, "*p%d", ", "))
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&text, "    p%d = __VERIFIER_nondet_int() ? &shared : &own%d;\n", i, i)
	}
	fmt.Fprintf(&text, "    foo(&shared, %s);\n    return 0;\n}\n", list(n, "p%d", ", "))
	return text.String()
}

// list returns the format applied to 1 ... n, with the separator between.
func list(n int, format, separator string) string {
	var items []string
	for i := 1; i <= n; i++ {
		items = append(items, fmt.Sprintf(format, i))
	}
	return strings.Join(items, separator)
}
