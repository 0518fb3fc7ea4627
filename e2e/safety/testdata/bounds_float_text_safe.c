// CHECK: bounds
// TRUE
#include <stdio.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  char text[9]; /* a sign, a digit, a point, and an exponent of three digits */
  sprintf(text, "%.1g", __VERIFIER_nondet_double());
  return 0;
}
