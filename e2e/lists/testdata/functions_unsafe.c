// UNSAFE
// A negative key gets in.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct item {
  int key;
  struct item *next;
};

static void push(struct item **list, int key) {
  struct item *i = malloc(sizeof *i);
  if (!i)
    return;
  i->key = key;
  i->next = *list;
  *list = i;
}

static int sane(struct item *list) {
  for (; list; list = list->next)
    if (list->key < 0)
      return 0;
  return 1;
}

int main(void) {
  struct item *list = 0;
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    if (key >= -1)
      push(&list, key);
  }
  if (!sane(list))
    reach_error();
  return 0;
}
