// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  char text[1];
  sprintf(text, "%g", __VERIFIER_nondet_double());
  return 0;
}
