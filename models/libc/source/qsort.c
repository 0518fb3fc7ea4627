/* approximate: elements that are equal may be in any order afterwards, and all may be of which the comparison is no order.
   Where calls of the comparison can be noticed, there are any number of them, with any two elements of the array as it is in
   between, and the order that they lead to is not known. */
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);
size_t __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);

static void swap(char *left, char *right, size_t size)
{
  for (size_t k = 0; k < size; k++) {
    char byte = left[k];
    left[k] = right[k];
    right[k] = byte;
  }
}

static size_t below(size_t count)
{
  size_t i = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(i < count);
  return i;
}

#ifdef NOTICED

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  char *array = base;
  while (__VERIFIER_nondet_bool()) {
    if (count == 0)
      return;
    char *left = array + below(count) * size, *right = array + below(count) * size;
    if (__VERIFIER_nondet_bool())
      compare(left, right);
    else
      swap(left, right, size);
  }
}

#else

/* Whether the comparison is seen to be no order: of two elements the second is before the first, and yet no neighbour of
   those between them is before the one on its left. Then other ways to sort lead elsewhere. */
static _Bool is_no_order(const char *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  for (size_t i = 0; i + 1 < count; i++)
    for (size_t j = i + 1; j < count; j++)
      if (compare(array + i * size, array + j * size) > 0)
        return 1;
  return 0;
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  char *array = base;
  /* Other ways to sort compare other elements, and either is the first argument. What goes wrong then does so in this call.
     A test takes something here that it does not give to the machine's. */
  if (__VERIFIER_nondet_bool()) {
    if (count > 1)
      compare(array + below(count) * size, array + below(count) * size);
    __VERIFIER_assume(0);
  }
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      int order = compare(array + (j - 1) * size, array + j * size);
      if (order < 0 || order == 0 && __VERIFIER_nondet_bool())
        break;
      char *left = array + (j - 1) * size, *right = array + j * size;
      swap(left, right, size);
    }
  }
  if (count > 2 && is_no_order(array, count, size, compare)) {
    while (__VERIFIER_nondet_bool())
      swap(array + below(count) * size, array + below(count) * size, size);
  }
}

#endif
