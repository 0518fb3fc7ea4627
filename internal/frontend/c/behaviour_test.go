package c_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

const declarations = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t); extern void *calloc(size_t, size_t); extern void *realloc(void *, size_t); extern void free(void *);
extern void *memcpy(void *, const void *, size_t); extern void *memmove(void *, const void *, size_t); extern void *memset(void *, int, size_t);
extern size_t strlen(const char *); extern int strcmp(const char *, const char *); extern int strncmp(const char *, const char *, size_t);
extern char *strcpy(char *, const char *); extern char *strcat(char *, const char *); extern char *strchr(const char *, int);
extern int memcmp(const void *, const void *, size_t);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
`

// behaviours are programs with the way in which the run on zero inputs ends.
var behaviours = []struct {
	name, text string
	options    c.Options
	want       concrete.Kind
}{
	{name: "error function", text: `int main(void) { reach_error(); return 0; }`, want: concrete.ReachedError},
	{name: "error function with a body", text: `void __assert_fail(void) { } int main(void) { __assert_fail(); }`, want: concrete.ReachedError},
	{name: "named error function", text: `void bad(void); int main(void) { bad(); return 0; }`, options: c.Options{ErrorFunctions: []string{"bad"}}, want: concrete.ReachedError},
	{name: "function that is not named", text: `void bad(void); int main(void) { bad(); return 0; }`, want: concrete.Returned},
	{name: "error label", text: `int main(void) { goto ERROR; ERROR: return 0; }`, options: c.Options{ErrorLabel: "ERROR"}, want: concrete.ReachedError},
	{name: "label that is not named", text: `int main(void) { goto ERROR; ERROR: return 0; }`, want: concrete.Returned},
	{name: "function of the program's own called like one of the library", text: `void read(int); int index(int); int main(void) { read(3); return index(2); }`, want: concrete.Returned},
	{name: "abort", text: `int main(void) { abort(); reach_error(); }`, want: concrete.Halted},
	{name: "bodyless assert", text: `int main(void) { assert(1 + 1 == 3); return 0; }`, want: concrete.ReachedError},
	{name: "assert with a body", text: `void __VERIFIER_assert(int c) { } int main(void) { __VERIFIER_assert(0); return 0; }`, want: concrete.Returned},
	{name: "bodyless assume", text: `int main(void) { assume(0); reach_error(); }`, want: concrete.Blocked},
	{name: "CPROVER assert", text: `int main(void) { __CPROVER_assert(0, "text"); return 0; }`, want: concrete.ReachedError},
	{name: "null traps", text: `int main(void) { int *p = 0; int x = *p; reach_error(); return x; }`, want: concrete.Blocked},
	{name: "null member traps", text: `struct s { int a, b; }; int main(void) { struct s *p = 0; p->b = 1; reach_error(); }`, want: concrete.Blocked},
	{name: "address of a null member", text: `struct s { int a, b; }; int main(void) { struct s *p = 0; CHECK(&p->b == (int *)4); return 0; }`, want: concrete.Returned},
	{name: "copy of a struct of variable length", text: `int main(void) { int n = 4; struct { int a[n]; } x, y; x.a[1] = 2; y = x; return 0; }`, want: concrete.ReachedUnsupported},
	{name: "union of variable length", text: `int main(void) { int n = 4; union { int a[n]; char c; } x; x.c = 1; return 0; }`, want: concrete.ReachedUnsupported},
	{name: "bit-field behind a member of variable length", text: `int main(void) { int n = 4; struct { char a[n]; int f : 3; } x; x.f = 1; return sizeof x; }`, want: concrete.ReachedUnsupported},
	{name: "exit runs what is registered", text: `int atexit(void (*)(void)); void exit(int); void f(void) { reach_error(); } int main(void) { atexit(f); exit(2); }`, want: concrete.ReachedError},
	{name: "err runs what is registered", text: "\n#include <err.h>\nint atexit(void (*)(void)); void f(void) { reach_error(); } int main(void) { atexit(f); err(2, \"no\"); }", want: concrete.ReachedError},
	{name: "exit in a registered function", text: `int atexit(void (*)(void)); void exit(int); int n; void f(void) { n++; CHECK(n == 2); } void g(void) { n++; exit(1); }
		int main(void) { atexit(f); atexit(g); exit(2); }`, want: concrete.Halted},
	{name: "atexit in a destructor", text: `int atexit(void (*)(void)); static void late(void) { } __attribute__((destructor)) static void fini(void) { atexit(late); }
		int main(void) { return 0; }`, want: concrete.ReachedUnsupported},
	{name: "atexit of another file", text: `static int atexit(void (*f)(void)) { return 0; } void g(void) { atexit(0); }` + nextFile +
		`int atexit(void (*)(void)); static void f(void) { reach_error(); } void g(void); int main(void) { g(); atexit(f); return 0; }`, want: concrete.ReachedError},
	{name: "destructors after what is registered", text: `int atexit(void (*)(void)); void __builtin_exit(int); int n; void f(void) { n++; } __attribute__((destructor)) void d(void) { CHECK(n == 0); }
		int main(void) { atexit(f); __builtin_exit(2); }`, want: concrete.ReachedError},
	{name: "exit in a destructor", text: `void exit(int); __attribute__((destructor)) void d(void) { exit(1); } int main(void) { return 0; }`, want: concrete.ReachedUnsupported},
	{name: "what ends without order", text: `int atexit(void (*)(void)); void _exit(int); void f(void) { reach_error(); } __attribute__((destructor)) void d(void) { f(); } int main(void) { atexit(f); _exit(2); }`, want: concrete.Halted},
	{name: "too many registered functions", text: `int atexit(void (*)(void)); void f(void) { } int main(void) { for (int i = 0; i < 129; i++) atexit(f); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "many registered functions", text: `int atexit(void (*)(void)); int n; void f(void) { n++; } void g(void) { CHECK(n == 128); }
		void h(void) { atexit(f); } int main(void) { atexit(g); for (int i = 0; i < 125; i++) atexit(f); for (int i = 0; i < 2; i++) atexit(h); n++; }`, want: concrete.Returned},
	{name: "a function that may exit", text: `void leave(void) __attribute__((noreturn)); __attribute__((destructor)) void d(void) { reach_error(); } int main(void) { leave(); }`, want: concrete.ReachedUnsupported},
	{name: "an entry that returns", text: `__attribute__((destructor)) void d(void) { reach_error(); } int start(void) { return 0; }`, options: c.Options{Entry: "start"}, want: concrete.Returned},
	{name: "division by zero", text: `int main(void) { int z = __VERIFIER_nondet_int(); int x = 5 / z; reach_error(); return x; }`, want: concrete.Blocked},
	{name: "undefined function", text: `int f(int); int main(void) { CHECK(f(3) == 0); return 0; }`, want: concrete.Returned},
	{name: "undefined is an error", text: `int f(int); int main(void) { return f(3); }`, options: c.Options{Undefined: "error"}, want: concrete.ReachedError},
	{name: "undefined writes", text: `void f(int *); int main(void) { int x = 5; f(&x); CHECK(x == 5); return 0; }`, options: c.Options{Undefined: "havoc-args"}, want: concrete.ReachedError},
	{name: "undefined does not write", text: `void f(int *); int main(void) { int x = 5; f(&x); CHECK(x == 5); return 0; }`, want: concrete.Returned},
	{name: "unsupported", text: `int setjmp(void *); int main(void) { setjmp(0); reach_error(); }`, want: concrete.ReachedUnsupported},
	{name: "unsupported that is not reached", text: `int setjmp(void *); int main(void) { if (__VERIFIER_nondet_int()) setjmp(0); return 0; }`, want: concrete.Returned},
	{name: "main returns 0", text: `int main(void) { }`, want: concrete.Returned},
	{name: "argument that is too short", text: `int f(); int main(void) { int x = __VERIFIER_nondet_int() - 1; CHECK(sizeof(long) > sizeof(int) && f(x) == 1); return 0; } int f(long a) { return a == -1; }`, want: concrete.ReachedError},
	{name: "constant argument that is too short", text: `int f(); int main(void) { CHECK(f(0, 7) == 7); return 0; } int f(char *p, long a) { return p ? 0 : a; }`, want: concrete.Returned},
	{name: "argument that is too long", text: `int f(); int main(void) { long x = 0x100000005; CHECK(f(x) == 5); return 0; } int f(unsigned char a) { return a; }`, want: concrete.Returned},
	{name: "argument of an old-style definition", text: `int f(); int main(void) { CHECK(f(261, 0.5)); return 0; } int f(c, x) unsigned char c; float x; { return c == 5 && x == 0.5f; }`, want: concrete.Returned},
	{name: "float argument without a prototype", text: `int f(); int main(void) { f(0.5f); return 0; } int f(float x) { return x > 0; }`, want: concrete.ReachedUnsupported},
	{name: "short circuit", text: `int n; int f(void) { n++; return 1; }
		int main(void) { int z = 0; z && f(); 1 || f(); CHECK(n == 0); if (z || f()) n += 10; CHECK(n == 11); return 0; }`, want: concrete.Returned},
	{name: "left to right", text: `int g; int f(int x) { g = g * 10 + x; return g; } int main(void) { int x = g + f(1) + g; CHECK(x == 2); f(f(2)); CHECK(g == 132); return 0; }`, want: concrete.Returned},
	{name: "postfix value", text: `int main(void) { int i = 3; int a = i++; int b = ++i; CHECK(a == 3 && b == 5 && i-- == 5 && i == 4); return 0; }`, want: concrete.Returned},
	{name: "struct by value", text: `struct p { int x; long long y; }; struct p f(struct p a) { a.x++; return a; }
		int main(void) { struct p a = {1, 2}, b = f(a); CHECK(a.x == 1 && b.x == 2 && f(b).y == 2); return 0; }`, want: concrete.Returned},
	{name: "union by value", text: `union u { int i; unsigned char b[4]; }; union u f(union u a) { a.b[0]++; return a; }
		int main(void) { union u a = {0x0102}, b = f(a); CHECK(a.i == 0x0102 && b.i == 0x0103 && b.b[1] == 1); return 0; }`, want: concrete.Returned},
	{name: "large struct by value", text: `struct big { int a[100]; }; struct big f(struct big s, int i) { s.a[i] = i; return s; }
		int main(void) { struct big s = { {1} }; struct big t = f(s, 7); CHECK(s.a[7] == 0 && t.a[7] == 7 && t.a[0] == 1); return 0; }`, want: concrete.Returned},
	{name: "conditional struct", text: `struct p { int x; }; int main(void) { struct p a = {1}, b = {2}; struct p c = __VERIFIER_nondet_int() ? a : b; CHECK(c.x == 2); return 0; }`, want: concrete.Returned},
	{name: "function pointers", text: `int one(void) { return 1; } int two(void) { return 2; } int (*table[])(void) = { one, two };
		int main(void) { int s = 0; for (int i = 0; i < 2; i++) s = s * 10 + table[i](); CHECK(s == 12); return 0; }`, want: concrete.Returned},
	{name: "null function pointer", text: `int one(void) { return 1; } int (*f)(void); int main(void) { int (*g)(void) = one; g(); f(); reach_error(); }`, want: concrete.Blocked},
	{name: "wrong function pointer", text: `int one(void) { return 1; } int (*f)(void) = (int (*)(void))5; int main(void) { int (*g)(void) = one; g(); f(); reach_error(); }`, want: concrete.ReachedUnsupported},
	{name: "switch", text: `int f(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 2; break; case 5 ... 8: r = 5; break; default: r = 9; } return r; }
		int main(void) { CHECK(f(1) == 3 && f(2) == 2 && f(6) == 5 && f(-1) == 9); return 0; }`, want: concrete.Returned},
	{name: "goto into a block", text: `int main(void) { int n = 0; goto in; { int x = 5; in: x = 3; n = x; } CHECK(n == 3); return 0; }`, want: concrete.Returned},
	{name: "computed goto", text: `int main(void) { void *t[] = { &&a, &&b }; int n = 1; goto *t[n]; a: reach_error(); b: return 0; }`, want: concrete.Returned},
	{name: "statement expression", text: `int main(void) { int x = ({ int y = 4; y + 1; }); CHECK(x == 5); return 0; }`, want: concrete.Returned},
	{name: "variable-length array", text: `int main(void) { int n = 3 + __VERIFIER_nondet_int(); int a[n]; for (int i = 0; i < n; i++) a[i] = i; CHECK(a[2] == 2 && sizeof a == 12); return 0; }`, want: concrete.Returned},
	{name: "compound literal", text: `struct p { int x, y; }; int f(struct p *p) { return p->x - p->y; } int main(void) { CHECK(f(&(struct p){ 5, 3 }) == 2); return 0; }`, want: concrete.Returned},
	{name: "static local", text: `int f(void) { static int n = 4; return n++; } int main(void) { f(); CHECK(f() == 5); return 0; }`, want: concrete.Returned},
	{name: "linked list", text: `struct n { int v; struct n *next; }; int main(void) { struct n *h = 0; for (int i = 0; i < 4; i++) { struct n *p = malloc(sizeof *p); p->v = i; p->next = h; h = p; }
		int s = 0; for (; h; h = h->next) s = s * 10 + h->v; CHECK(s == 3210); return 0; }`, want: concrete.Returned},
	{name: "malloc may fail", text: `int main(void) { CHECK(malloc(4)); return 0; }`, options: c.Options{Malloc: "may-fail"}, want: concrete.Returned},
	{name: "calloc and realloc", text: `int main(void) { int *p = calloc(3, 4); CHECK(p[2] == 0); p[1] = 7; p = realloc(p, 40); CHECK(p[1] == 7); free(p); return 0; }`, want: concrete.Returned},
	{name: "strings", text: `int main(void) { char b[20]; strcpy(b, "hello"); strcat(b, " you"); CHECK(strlen(b) == 9 && !strcmp(b, "hello you") && strcmp(b, "help") < 0 && !strncmp(b, "help", 3) && strchr(b, 'y') == b + 6 && !strchr(b, 'z')); return 0; }`, want: concrete.Returned},
	{name: "moves", text: `int main(void) { char b[8] = "abcdef"; int n = 4 + __VERIFIER_nondet_int(); memmove(b + 1, b, n); CHECK(!memcmp(b, "aabcdf", 6)); memmove(b, b + 1, n); CHECK(!memcmp(b, "abcddf", 6));
		memset(b, 'x', n); CHECK(b[3] == 'x' && b[4] == 'd'); return 0; }`, want: concrete.Returned},
	{name: "whole memset", text: `struct p { int x; char y[3]; }; int main(void) { struct p p; p.x = 3; memset(&p, 0, sizeof p); CHECK(p.x == 0 && p.y[2] == 0); return 0; }`, want: concrete.Returned},
	{name: "bytes of an int", text: `int main(void) { int x = 0x01020304; unsigned char *p = (unsigned char *)&x; CHECK(p[0] == 4 && p[3] == 1); p[1] = 0xff; CHECK(x == 0x0102ff04); return 0; }`, want: concrete.Returned},
	{name: "bytes of a float", text: `int main(void) { union { float f; unsigned u; } v; v.f = 1.0f; CHECK(v.u == 0x3f800000); return 0; }`, want: concrete.Returned},
	{name: "bit-fields in memory", text: `struct b { unsigned a : 3, b : 13; signed c : 5; }; int main(void) { struct b x = { 7, 8000, -3 }; struct b *p = &x; p->a = 9; p->b++; CHECK(x.a == 1 && x.b == 8001 && x.c == -3); return 0; }`, want: concrete.Returned},
	{name: "asm outputs", text: `int main(void) { int x = 3; __asm__("mov" : "=r"(x)); CHECK(x == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm barrier", text: `int main(void) { int x = 3; __asm__ volatile("" : : : "memory"); CHECK(x == 3); return 0; }`, want: concrete.Returned},
	{name: "lengths in any order", text: `int n; int next(void) { return ++n; } int main(void) { int a[next()][next()]; CHECK(sizeof a[0] == 8); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "lengths of a parameter in any order", text: `int n; int next(void) { return ++n; } int f(int a[][next()][next()]) { return sizeof a[0][0]; } int main(void) { CHECK(f(0) == 8); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "lengths in any order in a name", text: `int n; int next(void) { return ++n; } int main(void) { CHECK(sizeof(int[next()][next()]) == 8); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "lengths of which one has effects", text: `int n; int next(void) { return ++n; } int main(void) { int k = 3, a[next()][k]; CHECK(sizeof a[0] == 12 && sizeof a == 12); return 0; }`, want: concrete.Returned},
	{name: "asm writes memory", text: `int main(void) { int x = 3, *p = &x; __asm__("stos" : : "D"(p) : "memory"); CHECK(x == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes globals", text: `int g = 3; int main(void) { __asm__("call f" : : : "memory"); CHECK(g == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm fence", text: `int g = 3; int main(void) { int x = 3, *p = &x; __asm__ volatile("1: lock; addl $0,0(%%esp)\n\tmfence" : : : "memory"); CHECK(*p + g == 6); return 0; }`, want: concrete.Returned},
	{name: "asm memory output", text: `int main(void) { int x = 3, y = 4, *p = &x; __asm__("lock; btr %1, %0" : "+m"(*p) : "r"(1) : "memory"); CHECK(y == 4); CHECK(x == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes a memory input", text: `unsigned long w = 5; int main(void) { __asm__ volatile("lock; orq %1,%0" : : "m"(*(volatile long *)&w), "r"(8l) : "memory"); CHECK(w == 5); return 0; }`, want: concrete.ReachedError},
	{name: "asm reads a memory input", text: `unsigned long w = 5; int main(void) { int z; __asm__ volatile("btq %2,%1" : "=@ccc"(z) : "m"(w), "r"(3l) : "memory"); CHECK(w == 5); return 0; }`, want: concrete.Returned},
	{name: "asm leaves a memory input without a clobber", text: `long w = 5; int main(void) { __asm__ volatile("mov %0,%%rax" : : "m"(w) : "rax"); CHECK(w == 5); return 0; }`, want: concrete.Returned},
	{name: "asm sets a bit behind its operand", text: `long w[2] = { 5, 5 }; int main(void) { __asm__ volatile("btsq %1,%0" : "+m"(w[0]) : "r"(64l) : "memory"); CHECK(w[1] == 5); return 0; }`, want: concrete.ReachedError},
	{name: "asm of bytes", text: `char b[4] = "abc"; int main(void) { char *p = b; __asm__ volatile(".byte 0xf3,0xaa" : "+D"(p) : "a"(1), "c"(4l) : "memory"); CHECK(b[1] == 'b'); return 0; }`, want: concrete.ReachedError},
	{name: "asm of bytes that open user memory", text: `int g = 5; int main(void) { __asm__ volatile(".byte 0x0f,0x01,0xcb" : : : "memory"); CHECK(g == 5); return 0; }`, want: concrete.Returned},
	{name: "asm with another section", text: `int g = 5; int main(void) { __asm__ volatile("# one\n661:\n\tmfence\n662:\n.skip -(((6651f-6641f)-(662b-661b)) > 0),0x90\n.pushsection .altinstructions,\"a\"\n .long 661b - .\n .byte 1\n.popsection\n.pushsection .altinstr_replacement, \"ax\"\n664:\n\tlfence\n.popsection\n" : : : "memory"); CHECK(g == 5); return 0; }`, want: concrete.Returned},
	{name: "asm with an alternative of bytes", text: `int g = 5; int main(void) { __asm__ volatile("mfence\n.pushsection .altinstr_replacement, \"ax\"\n.byte 0xf3,0xaa\n.popsection\n" : : : "memory"); CHECK(g == 5); return 0; }`, want: concrete.ReachedError},
	{name: "asm with an operand as an address", text: `int main(void) { int x = 3; __asm__("movl $5, %a0" : : "r"(&x) : "memory"); CHECK(x == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm names a function", text: `void f(void) { reach_error(); } int main(void) { __asm__("call f" : : : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm returns", text: `int main(void) { __asm__("leave; ret" : : : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls through a pointer", text: `static void f(void) { reach_error(); } int main(void) { __asm__("call *%0" : : "r"(f) : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls what it names", text: `int main(void) { __asm__("call somewhere" : : : "memory"); return 0; }`, want: concrete.Returned},
	{name: "asm calls a function that an operand names", text: `void f(void *); int main(void) { int x = 3; void *p = &x; __asm__("call %P[old]" : "=D"(p) : [old] "i"(f), "0"(p)); CHECK(x == 3); return 0; }`, want: concrete.Returned},
	{name: "asm calls a function of the program that an operand names", text: `void f(void *p) { reach_error(); } int main(void) { int x = 3; void *p = &x; __asm__("call %P[old]" : "=D"(p) : [old] "i"(f), "0"(p)); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls a function of the program beside an operand in memory", text: `void f(void *p) { reach_error(); } int main(void) { int x = 3; __asm__("call %P[old]" : : "m"(x), [old] "i"(f)); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls a composed name", text: `int main(void) { int x = 3, y; __asm__("call get_%P1" : "=a"(y) : "i"(sizeof(x))); CHECK(x == 3); return 0; }`, want: concrete.Returned},
	{name: "asm calls a composed name of the program", text: `void get_4(void) { reach_error(); } int main(void) { int x = 3, y; __asm__("call get_%P1" : "=a"(y) : "i"(sizeof(x))); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm goes to a label, with a comment", text: `int main(void) { int x = 3; __asm__ goto("jmp %l[l_yes] # nothing; ret\n\t" : : : : l_yes); x--; l_yes: CHECK(x > 1); return 0; }`, want: concrete.Returned},
	{name: "builtin that a function of the program stands for", text: `static char *strstr(const char *s, const char *w) { reach_error(); return 0; } int main(void) { char t[3] = "ab"; return __builtin_strstr(t, "a") != t; }`, want: concrete.ReachedUnsupported},
	{name: "builtin with a model", text: `int main(void) { char t[3] = "ab"; CHECK(__builtin_strstr(t, "a") == t); CHECK(__builtin_strrchr(t, 'a') == t); return 0; }`, want: concrete.Returned},
	{name: "asm jumps", text: `int main(void) { __asm__("jmp somewhere"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm jumps inside", text: `int main(void) { int x = 2; __asm__("1: decl %0; jnz 1b; jmp 2f; 2:" : "+r"(x)); return 0; }`, want: concrete.Returned},
	{name: "asm sets a bit behind a part", text: `static long w[2] = { 5, 5 }; int main(void) { __asm__ volatile("btsq %1,%0" : "+m"(w[0]) : "r"(64l) : "memory"); CHECK(w[1] == 5); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes an object that it names", text: `static int g = 5; int main(void) { __asm__ volatile("movl $4,g(%%rip)" : : : "memory"); CHECK(g == 5); return 0; }`, want: concrete.ReachedError},
	{name: "asm without instructions", text: `int main(void) { int x = 3, y = 4; unsigned long z; int *p = &y, *q; __asm__("" : "+r"(x)); __asm__("# nothing" : "=r"(z) : "0"(5ul));
		__asm__("" : "=r"(q) : "0"(p) : "memory"); *q = 9; CHECK(x == 3 && y == 9 && z == 5); return 0; }`, want: concrete.Returned},
	{name: "asm without instructions and with an output", text: `int main(void) { int x = 3; __asm__("" : "=r"(x)); CHECK(x == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes a symbol", text: `int g = 3; int main(void) { __asm__ volatile("movl $5,g" : : : "memory"); CHECK(g == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes behind its operand by a letter", text: `long w[2] = { 3, 3 }; int main(void) { __asm__ volatile("movq $5,%H0" : "+m"(w[0]) : : "memory"); CHECK(w[1] == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes behind its operand by an offset", text: `long w[2] = { 3, 3 }; int main(void) { __asm__ volatile("movq $5,8+%0" : "+m"(w[0]) : : "memory"); CHECK(w[1] == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes more than its operand", text: `char w[8] = "abcdefg"; int main(void) { __asm__ volatile("movq $5,%0" : "+m"(w[0]) : : "memory"); CHECK(w[1] == 'b'); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes a register to more than its operand", text: `char w[8] = "abcdefg"; int main(void) { __asm__ volatile("mov %%rax,%0" : "+m"(w[0]) : : "memory"); CHECK(w[1] == 'b'); return 0; }`, want: concrete.ReachedError},
	{name: "asm writes its operand alone", text: `char w[8] = "abcdefg"; int main(void) { __asm__ volatile("movb %b1,%0" : "+m"(w[0]) : "q"(5) : "memory"); CHECK(w[1] == 'b'); return 0; }`, want: concrete.Returned},
	{name: "asm with escapes", text: `int g = 3; int main(void) { __asm__ volatile("mov\x6c $5,\147\?; nop \? \e" : : : "memory"); CHECK(g == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm leaves with an escape", text: `int main(void) { __asm__ volatile("r\145t" : : : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm leaves behind a prefix", text: `int main(void) { __asm__ volatile("rep ret" : : : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm leaves in a dialect", text: `int main(void) { __asm__ volatile("{ret|ret}" : : : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm leaves in the text's section", text: `int main(void) { __asm__ volatile(".pushsection .text; RET; .popsection" : : : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm goes back", text: `int main(void) { __asm__ volatile("loop main_start" : : : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls through memory with an offset", text: `void (*t[2])(void); int main(void) { __asm__("call *8(%0)" : : "r"(t) : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls an operand that is a function", text: `static void f(void) { reach_error(); } int main(void) { __asm__("call %P0" : : "i"(f) : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls what a table holds", text: `static void f(void) { reach_error(); } void (*t[1])(void) = { f }; int main(void) { __asm__("call *%c0" : : "i"(t) : "memory"); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm calls what a table elsewhere holds", text: `extern void (*t[1])(void); int main(void) { __asm__("call *%c0" : : "i"(t) : "memory"); return 0; }`, want: concrete.Returned},
	{name: "asm moves the stack", text: `int main(void) { long p = 0; __asm__("mov %0,%%rsp" : : "r"(p)); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "asm stores the top of the stack", text: `int main(void) { int x = 3, *p = &x; __asm__ volatile("movl $0,0(%%rsp)" : : : "memory"); CHECK(*p == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm with an operand that may be in memory", text: `int g = 3; int main(void) { __asm__ volatile("incl %0" : : "g"(g) : "memory"); CHECK(g == 3); return 0; }`, want: concrete.ReachedError},
	{name: "asm of each processor's objects", text: `int w = 3, v = 3; int main(void) { __asm__ volatile("addl %1,%%gs:%[var]" : [var] "+m"(w) : "ri"(5) : "memory"); CHECK(v == 3); return 0; }`, want: concrete.Returned},
	{name: "asm goto", text: `int main(void) { __asm__ goto("jmp %l0" : : : : out); return 0; out: reach_error(); }`, want: concrete.Returned},
	{name: "missing variable argument", text: `int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); } int main(void) { f(1); return 0; }`, want: concrete.Returned},
	{name: "complex", text: `int main(void) { _Complex double z = 1; return 0; }`, want: concrete.ReachedUnsupported},
	{name: "initializer of a part of a value", text: `struct p { int x, y; }; int main(void) { struct p a = { 1, 2 }; struct { struct p p; } b = { .p = a, .p.y = 3 }; return b.p.x; }`, want: concrete.ReachedUnsupported},
	{name: "call that initializes a range", text: `int f(void) { return 1; } int main(void) { int a[3] = { [0 ... 2] = f() }; return a[1]; }`, want: concrete.ReachedUnsupported},
	{name: "range of equal elements", text: `int main(void) { int n = 3, a[3] = { [0 ... 2] = n + 1, [1] = n }; CHECK(a[0] == 4 && a[1] == 3 && a[2] == 4); return 0; }`, want: concrete.Returned},
	{name: "half", text: `int main(void) { __bf16 *p = 0; _Complex float *q = 0; return p == 0 && q == 0; }`, want: concrete.Returned},
	{name: "atomics", text: `int main(void) { int x = 3; CHECK(__sync_fetch_and_add(&x, 4) == 3 && x == 7 && __sync_sub_and_fetch(&x, 2) == 5); return 0; }`, want: concrete.Returned},
	{name: "names", text: `struct f { int x; } f; int g(int x) { static long x1; { static char x; x++; x1++; f.x++; { long x = 3; { char x = 4; f.x += x; } f.x += x; } return x; } }
		int memory; int f_x(int x) { { static int x = 2; return x; } } int main(void) { memory = g(1) + g(1); CHECK(memory == 3 && f.x == 16 && f_x(1) == 2); return 0; }`, want: concrete.Returned},
	{name: "checked arithmetic", text: `int main(void) { unsigned char c; int x; CHECK(__builtin_add_overflow(200, 100, &c) && c == 44); CHECK(!__builtin_smul_overflow(6, 7, &x) && x == 42); return 0; }`, want: concrete.Returned},
	{name: "type-generic counts", text: `int main(void) { unsigned char c = 0x10, z = c - 16; CHECK(__builtin_clzg(c) == 3 && __builtin_ctzg(c, 9) == 4 && __builtin_clzg(z, -7) == -7 && __builtin_popcountg((unsigned short)~c) == 15 && __builtin_clzg(1ull) == 63 && __builtin_clzs(c) == 11 && __builtin_ctzs(c) == 4); return 0; }`, want: concrete.Returned},
	{name: "missing weak function", text: `int f(void) __attribute__((weak)); int main(void) { if (!f) reach_error(); return 0; }`, want: concrete.ReachedError},
	{name: "missing weak object", text: `extern int x __attribute__((weak)); int main(void) { int *p = &x; CHECK(p); return 0; }`, want: concrete.ReachedError},
	{name: "address of an alias", text: `int f(void) { return 3; } int g(void) __attribute__((alias("f"))); int main(void) { CHECK(f == g && g() == 3); return 0; }`, want: concrete.Returned},
	{name: "call of a function of longer words", text: `long f(long x) { return x + 1; } int main(void) { int (*p)(int) = (int (*)(int))f; CHECK(p(1) == 2); return 0; }`, want: concrete.Returned},
	{name: "call of a function of shorter words", text: `signed char f(signed char x) { return x + 1; } int main(void) { int (*p)(int) = (int (*)(int))f; CHECK(p(1) == 2); return 0; }`, want: concrete.ReachedUnsupported},
	{name: "weak function", text: `int f(void) __attribute__((weak)); int f(void) { return 3; } int main(void) { CHECK(f && f() == 3); return 0; }`, want: concrete.Returned},
	{name: "unknown builtin", text: `int main(void) { return __builtin_ia32_crc32qi(1, 2); }`, want: concrete.ReachedUnsupported},
	{name: "arguments", text: `int main(int argc, char **argv) { __VERIFIER_assume(argc == 1); CHECK(argv[0] != 0 && argv[1] == 0); return 0; }`, want: concrete.Blocked},
	{name: "truth", text: `int main(void) { CHECK(__VERIFIER_nondet_bool() <= 1); return 0; }`, want: concrete.Returned},
	{name: "entry", text: `int start(int a, int *p) { CHECK(a == 0 && p == 0); return 0; }`, options: c.Options{Entry: "start"}, want: concrete.ReachedError},
	{name: "bool", text: `int main(void) { _Bool b = 7; b += 5; CHECK(b == 1); b--; CHECK(!b); return 0; }`, want: concrete.Returned},
}

func TestBehaviour(t *testing.T) {
	for _, test := range behaviours {
		t.Run(test.name, func(t *testing.T) {
			for _, arith := range []string{"bits", "linear"} {
				for _, model := range []string{"LP64", "ILP32"} {
					for _, split := range []bool{false, true} {
						test.options.Arith = arith
						out := run(t, test.text, test.options, model, split)
						if out.Kind != test.want {
							t.Errorf("%s, %s, split %v: %v at %v: %s", model, arith, split, out.Kind, out.Pos, out.What)
						}
					}
				}
			}
		})
	}
}

// nextFile stands between the files of a program of several.
const nextFile = "\n---\n"

func load(t *testing.T, text string, options c.Options, model string) *ir.Program {
	t.Helper()
	options.DataModel = model
	for i, part := range strings.Split(text, nextFile) {
		options.Units = append(options.Units, c.Unit{File: fmt.Sprintf("test%d.c", i), Source: []byte(declarations + part)})
	}
	p, diagnostics, err := c.Load(context.Background(), options)
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics.Err())
	}
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t *testing.T, text string, options c.Options, model string, split bool) *concrete.Replayed {
	t.Helper()
	p := load(t, text, options, model)
	if err := memory.Lower(p, memory.Options{Split: split}); err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.Simplify(p)
	out, err := concrete.Run(p, &verdict.Test{}, concrete.Limits{Steps: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOptionsAreChecked(t *testing.T) {
	for _, o := range []c.Options{{Malloc: "x"}, {Undefined: "x"}, {DataModel: "x"}, {Arith: "x"}} {
		if _, _, err := c.Load(context.Background(), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// What is taken for granted is said.
func TestAssumptions(t *testing.T) {
	p := load(t, `int main(int argc, char **argv) { int x; long n = (long)&x; malloc(n); return argv[0] == 0; }`, c.Options{}, "LP64")
	q := load(t, `int main(void) { int a = 128; int *p = &a; return p != *p; }`, c.Options{}, "ILP32")
	all := strings.Join(append(p.Assumptions.Texts(), q.Assumptions.Texts()...), "\n")
	for _, want := range []string{"malloc never fails", "argv leads to at most"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in %q", want, all)
		}
	}
	for text, want := range map[string]string{
		`double f(double x) { return x * 3; } int main(void) { return f(0.1) > 1; }`:             "computed in their own precision",
		`double d; int main(void) { return d == 0.1; }`:                                          "computed in their own precision",
		`float f; int main(void) { return -0.1f < f; }`:                                          "computed in their own precision",
		`double d; int main(void) { return d < 1.0000000000000000002; }`:                         "computed in their own precision",
		`int main(void) { return 0.1 + 0.2 == 0.3; }`:                                            "computed in their own precision",
		`int main(void) { return 1e-400 ? 1 : 0; }`:                                              "computed in their own precision",
		`int main(void) { if (1e-400) return 1; return 0; }`:                                     "computed in their own precision",
		`_Bool b = 1e-400; int main(void) { return b; }`:                                         "computed in their own precision",
		`int main(void) { return (int) 0.9999999999f; }`:                                         "computed in their own precision",
		`int main(void) { return -1e-400 || !1.5; }`:                                             "computed in their own precision",
		`int f(float x) { return x > 3; } int main(void) { return f(__VERIFIER_nondet_int()); }`: "computed in their own precision",
	} {
		if all := strings.Join(load(t, text, c.Options{}, "ILP32").Assumptions.Texts(), "\n"); !strings.Contains(all, want) {
			t.Errorf("%s: %q is missing in %q", text, want, all)
		}
	}
	const plain = `double d = 3; struct s { struct s *next; int n; } s;
		int main(void) { double e = d; s.next = &s; return e > 2 && 0.5 + 0.25 == 0.75 && (int) 2.5f == 2 && 0.5 && s.next != 0 && 0 == s.next && s.next == NULL && (long double) e + 1 > 3; }`
	r := load(t, "#define NULL ((void *)0)\n"+plain, c.Options{}, "ILP32")
	if err := memory.Lower(r, memory.Options{Split: true}); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(r.Assumptions.Texts(), "\n"); strings.Contains(all, "floats") || strings.Contains(all, "addresses") {
		t.Errorf("assumed for nothing: %q", all)
	}
}

// A program that looks at the bytes of an address is given the machine's, one that only copies them is not.
func TestBytesOfAddresses(t *testing.T) {
	const object = "struct s { int n; char *p; } s, t; "
	for source, want := range map[string]bool{
		`int main(void) { union { char *p; size_t n; } u; u.p = malloc(1); return u.n & 7; }`:         true,
		`int main(void) { char *p = malloc(1); return *(unsigned char *)&p; }`:                        true,
		`int main(void) { char *p = malloc(1); size_t n; memcpy(&n, &p, sizeof n); return n & 7; }`:   true,
		`int main(void) { char *p = malloc(1), *q = malloc(1); return memcmp(&p, &q, sizeof p); }`:    true,
		object + `int main(void) { s.p = malloc(1); t = s; return t.n + t.p[0]; }`:                    false,
		object + `int main(void) { s.p = malloc(1); memcpy(&t, &s, sizeof s); return t.n + t.p[0]; }`: false,
		// Where in the objects the addresses are is not known; what the last write was is.
		object + `int main(int n, char **a) { s.p = malloc(1); memcpy(&t, &s, n); return t.n + t.p[0]; }`:                                                                                                     true,
		`int main(void) { union { char *p; size_t n; } u; u.n = 3; return u.n; }`:                                                                                                                             false,
		`char w; int main(void) { char m[40], *q = calloc(1, 40); *(char **)(q + 24) = &w; memcpy(m + 24, q + 24, 16); memcpy(m + 29, q + 22, 2); m[nondet() & 3] = 1; return *(unsigned *)(m + 28) == 61; }`: true,
	} {
		p := load(t, source, c.Options{}, "LP64")
		ir.Normalize(p)
		ir.Simplify(p)
		if _, err := memory.TakeNumbers(p); err != nil {
			t.Fatal(err)
		}
		text := p.String()
		if got := strings.Contains(text, "places of objects") || strings.Contains(text, "address-bytes"); got != want {
			t.Errorf("%s: the machine's numbers are taken: %v", source, got)
		}
	}
}

// Assembly that may write anything is an instruction of its own, which the text form keeps, and memory is one map then.
func TestClobberedMemory(t *testing.T) {
	p := load(t, `int g; int main(void) { int a[2] = { 1, 2 }, *q = a; __asm__("call f" : : "r"(q) : "memory"); return q[1]; }`, c.Options{}, "LP64")
	text := p.String()
	if !strings.Contains(text, `clobber "asm"`) {
		t.Fatalf("no clobber in\n%s", text)
	}
	again, err := ir.Parse(text, term.NewBuilder())
	if err != nil || again.String() != text {
		t.Fatalf("the text does not read back: %v", err)
	}
	if err := memory.Lower(p, memory.Options{Split: true}); err != nil {
		t.Fatal(err)
	}
	if maps := strings.Count(p.String(), "global |memory"); maps > 1 || !strings.Contains(p.String(), "havoc memory") {
		t.Errorf("%d maps in\n%s", maps, p)
	}
}
