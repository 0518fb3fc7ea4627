// CHECK: bounds
// TRUE
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[64];
  int n = 0;
  while (n < 63 && __VERIFIER_nondet_int())
    text[n++] = (char)__VERIFIER_nondet_int();
  text[n] = 0;
  return strlen(text) > 3;
}
