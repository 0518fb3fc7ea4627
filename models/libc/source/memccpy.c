#include <string.h>

void *memccpy(void *restrict to, const void *restrict from, int c, size_t size)
{
  unsigned char *out = to;
  const unsigned char *in = from;
  for (size_t i = 0; i < size; i++) {
    out[i] = in[i];
    if (in[i] == (unsigned char)c)
      return out + i + 1;
  }
  return 0;
}
