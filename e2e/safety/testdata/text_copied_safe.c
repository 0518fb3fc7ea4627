// CHECK: bounds
// TRUE
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char from[16], to[16];
  for (int i = 0; i < 15; i++)
    from[i] = (char)__VERIFIER_nondet_int();
  from[15] = 0;
  strcpy(to, from);
  return strlen(to) > 3;
}
