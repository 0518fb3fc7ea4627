// UNSAFE
// Nothing is said of the node before the first.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *previous;
  int data;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = head;
    n->data = 1;
    if (head)
      head->previous = n;
    head = n;
  }
  struct node *end = head;
  while (end && end->next)
    end = end->next;
  while (end) {
    end->data = 2;
    end = end->previous;
  }
  return 0;
}
