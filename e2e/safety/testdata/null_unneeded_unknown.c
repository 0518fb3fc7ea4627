// CHECK: reach
// UNKNOWN(undefined)
// Undefined: no compiler reads what nothing needs, so the run goes on to the failure.
#include <assert.h>

int nondet_int(void);

struct pair { int x, y; };

int main(void)
{
  struct pair both = {1, 2}, *p = nondet_int() ? &both : 0;
  (void)*p;
  p->y + nondet_int();
  assert(p);
  return 0;
}
