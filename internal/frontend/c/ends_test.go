package c_test

import (
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/property"
)

// endings are functions, with whether each evidently ends: one that may not hides, as an operand, that another fails.
var endings = []struct {
	name, text string
	ends       bool
}{
	{"counts up", `int work(int n) { for (int i = 0; i < 10; i++); return n; }`, true},
	{"counts up to what it is given", `int work(int n) { for (int i = 0; i < n; i++); return n; }`, true},
	{"counts up to what is narrower", `int work(int n) { short k = n; for (int i = 0; i < k; i++); return n; }`, true},
	{"counts by two", `int work(int n) { for (int i = n; i <= 100; i += 2); return n; }`, true},
	{"the bound comes first", `int work(int n) { for (int i = 0; 10 > i; i++); return n; }`, true},
	{"counts down beside another", `int work(int n) { unsigned s = 0; while (n > 0) { s++; n--; } return s; }`, true},
	{"counts down", `int work(int n) { while (n > 0) { n--; } return n; }`, true},
	{"counts down in the condition", `int work(int n) { while (n-- > 0); return n; }`, true},
	{"two conditions", `int g; int work(int n) { for (int i = 0; g && i < n; i++); return n; }`, true},
	{"counts behind the body", `int work(int n) { do { n -= 3; } while (n >= 3); return n; }`, true},
	{"one in another", `int work(int n) { for (int i = 0; i < n; i++) for (int j = i; j < 5; j++); return n; }`, true},
	{"goes on", `int work(int n) { for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 5) break; } return n; }`, true},
	{"once", `int work(int n) { do n = 3; while (0); return n; }`, true},

	{"for ever", `int work(int n) { for (;;); return n; }`, false},
	{"no step", `int work(int n) { for (int i = 0; i < 10; ); return n; }`, false},
	{"the wrong way", `int work(int n) { for (int i = 0; i < 10; i--); return n; }`, false},
	{"up to the last number", `int work(int n) { for (unsigned i = 0; i <= 4294967295u; i++); return n; }`, false},
	{"up to a number that may be the last", `int work(int n) { for (int i = 0; i <= n; i++); return n; }`, false},
	{"down to the first number", `int work(int n) { for (unsigned i = 9; i >= 0; i--); return n; }`, false},
	{"steps over the end", `int work(int n) { for (unsigned char i = 0; i < 255; i += 2); return n; }`, false},
	{"by two to what it is given", `int work(int n) { for (int i = 0; i < n; i += 2); return n; }`, false},
	{"wraps before the bound", `int work(int n) { for (short i = 0; i < 40000; i++); return n; }`, false},
	{"wraps before a wide bound", `int work(int n) { long k = n; for (short i = 0; i < k; i++); return n; }`, false},
	{"compared as another type", `int work(int n) { unsigned k = n; for (int i = -1; i < k; i++); return n; }`, false},
	{"passed by", `int work(int n) { while (n > 0) { if (n == 5) continue; n--; } return n; }`, false},
	{"in a branch", `int g; int work(int n) { while (n > 0) { if (g) n--; } return n; }`, false},
	{"set back", `int work(int n) { for (int i = 0; i < 9; i++) { if (n) i = 0; } return n; }`, false},
	{"the bound moves", `int work(int n) { for (int i = 0; i < n; i++) n++; return n; }`, false},
	{"seen by a pointer", `int work(int n) { int i, *p = &i; for (i = 0; i < 9; i++) *p = 0; return n; }`, false},
	{"shared", `int i; void back(void) { i = 0; } int work(int n) { for (i = 0; i < 9; i++) back(); return n; }`, false},
	{"volatile", `int work(int n) { for (volatile int i = 0; i < 9; i++); return n; }`, false},
	{"either condition", `int g; int work(int n) { for (int i = 0; g || i < n; i++); return n; }`, false},
	{"a jump back", `int work(int n) { again: if (n) goto again; return n; }`, false},
	{"another in it", `int g; int work(int n) { for (int i = 0; i < n; i++) while (g); return n; }`, false},
	{"a float", `int work(int n) { for (float f = 0; f < 100000000; f++); return n; }`, false},

	{"recursion that falls", `int work(int n) { return n <= 0 ? 0 : work(n - 1); }`, true},
	{"recursion that falls in two calls", `int work(int n) { if (n < 1) return 0; else if (n == 1) return 1; else return work(n - 1) + work(n - 2); }`, true},
	{"recursion that falls to zero", `int work(unsigned n) { if (n) work(n - 1); return n; }`, true},
	{"recursion that rises", `int work(int n) { if (!(n < 10)) return n; return work(n + 3); }`, true},
	{"recursion behind and", `int work(int n) { return n > 0 && n < 50 && work(n - 1); }`, true},
	{"recursion under a switch", `int work(int n) { if (n > 5) switch (n) { case 9: return work(n - 5); default: return work(n - 1); } return n; }`, true},

	{"recursion without a guard", `int work(int n) { return work(n - 1); }`, false},
	{"recursion over the end", `int work(unsigned n) { return n == 5 ? 0 : work(n - 1); }`, false},
	{"recursion by too much", `int work(unsigned n) { if (n > 0) work(n - 2); return n; }`, false},
	{"recursion that stays", `int work(int n) { return n <= 0 ? 0 : work(n); }`, false},
	{"recursion both ways", `int work(int n) { if (n > 5) return work(n - 1); if (n == 5) return work(n + 1); return n; }`, false},
	{"recursion of what was changed", `int work(int n) { if (n > 5) { n++; return work(n - 1); } return n; }`, false},
	{"recursion of what a pointer changes", `void up(int *p) { ++*p; } int work(int n) { if (n > 5) { up(&n); return work(n - 1); } return n; }`, false},
	{"recursion through another", `int work(int n); int other(int n) { return work(n + 1); } int work(int n) { return n > 0 ? other(n - 1) : 0; }`, false},
	{"recursion behind or", `int work(int n) { return n > 0 || n < -50 || work(n - 1); }`, true},
	{"recursion under the wrong guard", `int work(int n) { if (n > 0 || n < 50) return work(n - 1); return n; }`, false},
	{"recursion in a jump into a loop", `int g; int work(unsigned n) { switch (g) { default: if (n > 5) { while (g) { case 3: break; } return work(n - 1); } } return 0; }`, false},
}

func TestEndings(t *testing.T) {
	for _, e := range endings {
		t.Run(e.name, func(t *testing.T) {
			text := e.text + `
				static int fail(void) { reach_error(); return 0; }
				static int two(int a, int b) { return a + b; }
				int main(void) { return two(work(__VERIFIER_nondet_int()), fail()); }`
			if got := !looksAtOrders(load(t, text, c.Options{}, "LP64")); got != e.ends {
				t.Errorf("ends: %v, want %v", got, e.ends)
			}
		})
	}
}

// TestSteps looks at whether a step may overflow: it may not where the condition of the loop bounds it.
func TestSteps(t *testing.T) {
	for text, overflows := range map[string]bool{
		`int work(int n) { for (int i = 0; i < n; i++); return n; }`:                                            false,
		`int work(int n) { while (n > 0) { n -= 1; } return n; }`:                                               false,
		`int work(int n) { unsigned k = n; k++; k += 3; k = k * k; return 3; }`:                                 false,
		`int work(int n) { for (int i = 0; i <= n; i++); return n; }`:                                           true,
		`int work(int n) { do n++; while (n < 10); return n; }`:                                                 true,
		`int work(int n) { while (n-- > 0); return n; }`:                                                        true,
		`int g; int work(int n) { int i = n; switch (g) { case 1: while (i < 5) { case 2: i++; } } return n; }`: true,
		`int g; int work(int n) { int i = n; if (g) goto in; while (i < 5) { in:; i++; } return n; }`:           true,
		`int g; int work(int n) { int i = n; return ({ if (g) goto in; while (i < 5) { in:; i++; } 3; }); }`:    true,
		`int g; int work(int n) { int i = n; return ({ while (i < 5) { i++; } 3; }); }`:                         false,
		`int work(int n) { unsigned s = 0; while (n > 0) { s++; n--; } return 3; }`:                             false,
		`int work(int n) { return n > 0 ? n - 1 : 0; }`:                                                         true,
	} {
		text += `
			static int leave(void) { abort(); return 0; }
			static int two(int a, int b) { return 0; }
			int main(void) { return two(leave(), work(__VERIFIER_nondet_int())); }`
		p := load(t, text, c.Options{Checks: property.Overflow}, "LP64")
		if got := looksAtOrders(p); got != overflows {
			t.Errorf("%s\nmay overflow: %v, want %v", text, got, overflows)
		}
	}
}

func looksAtOrders(p *ir.Program) bool { return strings.Contains(p.String(), ir.OrderOfEvaluation) }
