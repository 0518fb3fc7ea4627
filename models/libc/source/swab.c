#include <stddef.h>

void swab(const void *restrict from, void *restrict to, ptrdiff_t size)
{
  const char *in = from;
  char *out = to;
  for (ptrdiff_t i = 0; i + 1 < size; i += 2) {
    char first = in[i];
    out[i] = in[i + 1];
    out[i + 1] = first;
  }
}
