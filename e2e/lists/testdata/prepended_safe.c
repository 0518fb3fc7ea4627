// SAFE
// All nodes of a list of any length hold the same value.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->data = 7;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    if (p->data != 7)
      reach_error();
  return 0;
}
