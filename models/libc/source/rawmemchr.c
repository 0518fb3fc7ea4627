#include <stddef.h>

void *rawmemchr(const void *object, int c)
{
  const unsigned char *at = object;
  while (*at != (unsigned char)c)
    at++;
  return (void *)at;
}
