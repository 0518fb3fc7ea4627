// CHECK: bounds
// FALSE(valid-deref) executed
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  int n = 0;
  while (n < 3 && __VERIFIER_nondet_int())
    text[n++] = (char)__VERIFIER_nondet_int();
  text[n] = 0;
  text[n] = (char)__VERIFIER_nondet_int(); /* the zero that was known of is gone */
  text[3] = 1;
  return strlen(text) > 3;
}
