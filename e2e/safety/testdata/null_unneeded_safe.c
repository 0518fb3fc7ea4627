// CHECK: reach
// TRUE
// The pointers are null nowhere where nothing needs what they lead to, and the run ends where something does.
#include <assert.h>

int nondet_int(void);

struct node { int key; struct node *next; };

int main(void)
{
  struct node last = {1, 0}, first = {2, &last}, *p = nondet_int() ? &first : 0, *copy;
  if (p) {
    *p;
    p->next->key + nondet_int();
    &p->next->next->key; // no access
  }
  *(volatile int *)&p->key; // it is there for the access
  assert(p);
  copy = nondet_int() ? &last : 0;
  *&(p = copy->next)->key; // the assignment needs what copy leads to
  assert(copy);
  return 0;
}
