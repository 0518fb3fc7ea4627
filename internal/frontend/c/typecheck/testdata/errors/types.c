struct S { int a; int b : 3; } s;
struct V { struct V v; /* ERROR "incomplete type struct V" */ };
void v; /* ERROR "variable v has type void" */
const int c = 1;
int a[2];
int two(int, int);
void nothing(void);
int f(int *p, double d) {
  s = 1; /* ERROR "incompatible types in an assignment" */
  1 = 2; /* ERROR "no lvalue" */
  c = 2; /* ERROR "is const" */
  a = 0; /* ERROR "has type int \[2\]" */
  p = d; /* ERROR "incompatible types" */
  two(1); /* ERROR "too few arguments to function two: 1, not 2" */
  two(1, 2, 3); /* ERROR "too many arguments" */
  d % 2; /* ERROR "operands" */
  ~d; /* ERROR "operand of ~" */
  *d; /* ERROR "operand of \*" */
  p * 2; /* ERROR "operands" */
  &s.b; /* ERROR "bit-field b" */
  s(1); /* ERROR "a call of a value of type struct S" */
  if (s) ; /* ERROR "not a scalar" */
  switch (d) { } /* ERROR "the condition of switch has type double" */
  switch (1) { case 1: case 1: ; } /* ERROR "duplicate case value 1" */
  return sizeof(struct U); /* ERROR "incomplete type struct U" */
}
// ----
struct S { int a; } s;
void nothing(void);
int g(int i) {
  int n = nothing(); /* ERROR "incompatible types" */
  switch (i) { case 1: default: default: ; } /* ERROR "second default" */
  break; /* ERROR "break outside" */
  continue; /* ERROR "continue outside" */
  return s; /* ERROR "incompatible types in a return" */
}
// ----
int a[-1]; /* ERROR "length -1" */
int b = b2(); /* ERROR "not constant" */
int i, j = i; /* ERROR "not constant" */
int w : 3; /* ERROR "expected" */
// ----
struct B { float f : 2; /* ERROR "bit-field f has type float" */ int w : 40; /* ERROR "width 40" */ };
struct U u1; /* ERROR "the type struct U of u1 is incomplete" */
_Static_assert(sizeof(int) == 5, "size"); /* ERROR "static assertion failed: .size." */
// ----
int f(void) { case 1: ; /* ERROR "case label outside" */ }
