// CHECK: null
// FALSE(valid-deref)
// The next word of a text that no call was given.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  char text[] = "a b";
  if (__VERIFIER_nondet_int())
    strtok(text, " ");
  return strtok(NULL, " ") != NULL;
}
