// UNSAFE
// The last node is still known when it was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *first = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      if (!n)
        break;
      n->next = 0;
      if (last)
        last->next = n;
      else
        first = n;
      last = n;
    } else if (first) {
      struct node *next = first->next;
      free(first);
      first = next;
      if (first)
        last = 0;
    }
  }
  return 0;
}
