int f(void) { return undeclared; /* ERROR "undeclared is not declared" */ }
int x;
float x; /* ERROR "conflicting types for x: float, declared as int" */
struct S { int a; int a; /* ERROR "duplicate member a" */ };
struct S { int b; }; /* ERROR "redefinition of struct S" */
union S *u; /* ERROR "S is declared as struct S" */
enum E { A, B, A }; /* ERROR "redeclaration of A" */
typedef int T;
int g(int p, int p); /* ERROR "redefinition of parameter p" */
int h(int p) {
  int p; /* ERROR "redefinition of p" */
  int q, q; /* ERROR "redefinition of q" */
  goto nowhere; /* ERROR "label nowhere is not defined" */
l: ;
l: ; /* ERROR "redefinition of label l" */
  return T; /* ERROR "the type T is used as a value" */
}
int h(int p) { return p; } /* ERROR "redefinition of function h" */
int w = 1;
int w = 2; /* ERROR "redefinition of w" */
// ----
struct S { int a; } s;
int f(void) { return s.b; /* ERROR "struct S has no member b" */ }
long k(void) { return f; }
int k2(int), k2(long); /* ERROR "conflicting types for k2" */
