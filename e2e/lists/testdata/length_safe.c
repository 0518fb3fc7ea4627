// SAFE
// The length of a list is what was counted when it grew.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  unsigned made = 0, seen = 0;
  while (__VERIFIER_nondet_int() && made < 1000000) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = head;
    head = n;
    made++;
  }
  for (struct node *p = head; p; p = p->next)
    seen++;
  if (seen != made)
    reach_error();
  return 0;
}
