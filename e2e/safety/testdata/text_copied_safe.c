// CHECK: bounds
// TRUE
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char from[64], to[64];
  for (int i = 0; i < 63; i++)
    from[i] = (char)__VERIFIER_nondet_int();
  from[63] = 0;
  strcpy(to, from);
  return strlen(to) > 3;
}
