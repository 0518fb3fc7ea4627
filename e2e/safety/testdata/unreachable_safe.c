// CHECK: reach
// TRUE
// No run gets to the first place, and the instruction before the second one does not come back.
#include <assert.h>

int nondet_int(void);

int main(void)
{
  int kind;
  switch (nondet_int() & 1) {
  case 0: kind = 2; break;
  case 1: kind = 3; break;
  default: __builtin_unreachable();
  }
  if (nondet_int() == kind)
    do {
      asm volatile("ud2");
      do {
        asm volatile("");
        __builtin_unreachable();
      } while (0);
    } while (0);
  assert(kind == 2 || kind == 3);
  return 0;
}
