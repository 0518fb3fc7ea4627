package c_test

import (
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/lower"
	"yogi/internal/sem/concrete"
)

// libraryBehaviours are uses of modelled library functions; the runs on zero inputs end in the way named.
var libraryBehaviours = []struct {
	name, text string
	want       concrete.Kind
}{
	{"classes of characters", `int isalnum(int); int ispunct(int); int isspace(int); int isxdigit(int);
		int main(void) { CHECK(isalnum('z') && isalnum('0') && !isalnum('.') && !isalnum(-1) && ispunct('.') && !ispunct('a'));
		CHECK(isspace('\t') && !isspace('x') && isxdigit('F') && !isxdigit('G') && !isalnum(200)); return 0; }`, concrete.Returned},
	{"case of characters", `int tolower(int); int toupper(int);
		int main(void) { CHECK(tolower('Q') == 'q' && tolower('q') == 'q' && toupper('z') == 'Z' && toupper('1') == '1'); return 0; }`, concrete.Returned},
	{"class of a number of type float", `int main(void) { float x = 0x1.fffffcp-127f, y = 1;
		CHECK(__builtin_fpclassify(0, 1, 4, 3, 2, x) == 3 && __builtin_fpclassify(0, 1, 4, 3, 2, y) == 4);
		CHECK(!__builtin_isnormal(x) && __builtin_isnormal((double)x) && __builtin_isnormal(y)); return 0; }`, concrete.Returned},
	{"class of special numbers", `int main(void) { double zero = 0, one = 1;
		CHECK(__builtin_fpclassify(0, 1, 4, 3, 2, zero) == 2 && __builtin_fpclassify(0, 1, 4, 3, 2, one / zero) == 1);
		CHECK(__builtin_fpclassify(0, 1, 4, 3, 2, zero / zero) == 0); return 0; }`, concrete.Returned},
	{"realloc to nothing", `int main(void) { char *p = malloc(3); char *q = realloc(p, 0); CHECK(!q); q = realloc(0, 0); CHECK(q); return 0; }`, concrete.Returned},
	{"realloc by a variable", `int main(void) { int n = __VERIFIER_nondet_int(); char *p = malloc(3); p[1] = 4; char *q = realloc(p, n + 2); CHECK(q[1] == 4);
		q = realloc(q, n); CHECK(!q); return 0; }`, concrete.Returned},
	{"no object is that large", `int main(void) { int n = __VERIFIER_nondet_int(); CHECK(!malloc((size_t)-16)); CHECK(!malloc((size_t)n - 16)); CHECK(malloc(n + 1)); return 0; }`, concrete.Returned},
	{"formats of scanf", `int scanf(const char *, ...); int sscanf(const char *, const char *, ...);
		int main(void) { int m = 1, n = 42; signed char c = 3; double d = 2; int r = scanf("%*d %5d%%", &m, &n); CHECK(r == 0 && m == 1 && n == 42);
		sscanf("", "%hhd %lf", &c, &d, &n); CHECK(c == 3 && d == 2 && n == 42); return 0; }`, concrete.Returned},
	{"scanf into less than it writes", `int scanf(const char *, ...); int main(void) { short s; scanf("%d", &s); reach_error(); }`, concrete.ReachedUnsupported},
	{"scanf of any text", `int scanf(const char *, ...); int main(void) { char s[9] = "abc"; int n = scanf("%s", s); if (n == 1) CHECK(s[0] != ' '); else CHECK(s[0] == 'a'); return 0; }`, concrete.Returned},
	{"scanf of a set", `int scanf(const char *, ...); int main(void) { char s[9] = "]"; scanf("%8[]a-c-]", s);
		CHECK(s[0] == ']' || s[0] == '-' || s[0] >= 'a' && s[0] <= 'c'); return 0; }`, concrete.Returned},
	{"scanf of a wide text", `int scanf(const char *, ...); int main(void) { int s[9]; scanf("%ls", s); reach_error(); }`, concrete.ReachedUnsupported},
	{"scanf says how far it came", `int scanf(const char *, ...); int main(void) { int n; scanf("%d%n", &n, &n); reach_error(); }`, concrete.ReachedUnsupported},
	{"a function with a check of sizes that is not declared as glibc's", `void *__memcpy_chk(); int main(void) { char a[4]; __memcpy_chk(a, "x", 1, 4); reach_error(); }`, concrete.ReachedUnsupported},
	{"a name that ends as those of functions with a check of sizes", `int abs_chk(int); int __VERIFIER_nondet_int(void);
		int main(void) { CHECK(abs_chk(5) == 5); return 0; }`, concrete.ReachedError},
	{"further arguments without end", `static inline int f(int x, ...) { return x ? f(x, 1, __builtin_va_arg_pack()) : 0; }
		int main(void) { f(0); f(1); reach_error(); }`, concrete.ReachedUnsupported},
	{"products that overflow", `int main(void) { size_t half = (size_t)1 << (sizeof(size_t) * 4); CHECK(!calloc(half, half)); CHECK(calloc(2, 3)); return 0; }`, concrete.Returned},
}

func TestLibraryBehaviour(t *testing.T) {
	for _, test := range libraryBehaviours {
		t.Run(test.name, func(t *testing.T) {
			for _, model := range []string{"LP64", "ILP32"} {
				for _, split := range []bool{false, true} {
					if out := run(t, test.text, c.Options{}, model, split); out.Kind != test.want {
						t.Errorf("%s, split %v: %v at %v: %s", model, split, out.Kind, out.Pos, out.What)
					}
				}
			}
		})
	}
}

// A function that is written as a symbol of the library is the library's, unless the program means
// something by its name; a definition of the program's own goes before what is known of a name of
// glibc's.
func TestLibraryUnderOtherNames(t *testing.T) {
	const renamed = `void stop(void) __asm__("abort"); int main(void) { stop(); reach_error(); return 0; }`
	for name, options := range map[string]c.Options{"halted": {}, "error": {ErrorFunctions: []string{"stop"}}} {
		out := run(t, renamed, options, "LP64", true)
		if want := map[string]concrete.Kind{"halted": concrete.Halted, "error": concrete.ReachedError}[name]; out.Kind != want {
			t.Errorf("%s: %v", name, out.Kind)
		}
	}
	_, diagnostics, err := c.Load(t.Context(), c.Options{DataModel: "LP64", Units: []c.Unit{{File: "own.c", Source: []byte(declarations + `
void *__memcpy_chk(void *, const void *, size_t, size_t);
int main(void) { char a[4]; __memcpy_chk(a, "x", 1, 4); return 0; }
void *__memcpy_chk(void *to, const void *from, size_t n, size_t m) { return 0; }
`)}}})
	if err != nil || len(diagnostics) != 1 || diagnostics[0].Code != lower.CodeUnsupported {
		t.Error(err, diagnostics)
	}
}
