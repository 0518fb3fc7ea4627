int f(void) { return 1 } /* ERROR "expected ;" */
// ----
int f( { } /* ERROR "expected a parameter" */
// ----
int f(void) {
  if 1 return; /* ERROR "expected \(" */
}
// ----
foo bar; /* ERROR "expected" */
// ----
int x = ; /* ERROR "expected an expression" */
// ----
#error "no" /* ERROR "#error" */
// ----
#include "missing.h" /* ERROR "missing.h not found" */
// ----
int a = 'x; /* ERROR "missing terminating . character" */
// ----
int a = 0x; /* ERROR "wrong" */
// ----
#if 1 /* ERROR "unterminated #if" */
int a;
// ----
#define F(x) x
int a = F(1, 2); /* ERROR "macro F takes 1 arguments, not 2" */
// ----
#if 1 / 0 /* ERROR "division by zero" */
#endif
// ----
int a = 1 @ 2; /* ERROR "expected" */
// ----
int f(void) { int a[3] = { [5] = 1 }; /* ERROR "designator does not fit" */ return 0; }
// ----
[[ /* ERROR "expected a declaration" */ gnu::packed]] struct bracketed { char c; int i; };
// ----
int bracketed[3] [[gnu::aligned(16)]]; /* ERROR "expected" */
