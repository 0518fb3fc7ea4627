// UNSAFE
// A node may be empty.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  int low, high;
};

int main(void) {
  struct node *head = malloc(sizeof *head), *last = head;
  if (!head)
    return 1;
  head->low = 0;
  head->high = 1;
  while (__VERIFIER_nondet_int()) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low > high)
      continue;
    last->next = malloc(sizeof *last);
    if (!last->next)
      return 1;
    last = last->next;
    last->low = low;
    last->high = high;
  }
  last->next = 0;
  for (struct node *p = head; p; p = p->next)
    if (p->low >= p->high)
      reach_error();
  return 0;
}
