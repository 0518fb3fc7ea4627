// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char name[4];
  for (int i = 0; i < 4; i++)
    name[i] = (char)__VERIFIER_nondet_int();
  printf("%s\n", name);
  return 0;
}
