// UNSAFE
// The next node is read of one that was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

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
    n->data = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  int all = 0;
  for (struct node *p = head; p; p = p->next)
    all ^= p->data;
  while (head) {
    struct node *now = head;
    free(now);
    head = now->next;
  }
  return all;
}
