// CHECK: bounds
// FALSE(valid-deref) executed
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char from[9], to[8];
  for (int i = 0; i < 8; i++)
    from[i] = (char)__VERIFIER_nondet_int();
  from[8] = 0;
  strcpy(to, from);
  return strlen(to) > 3;
}
