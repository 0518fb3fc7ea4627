// SAFE
// A list of any length is reversed and freed: no two of its nodes have the same next one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void)
{
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->next = head;
    head = n;
  }
  struct node *reversed = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  while (reversed) {
    struct node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
