#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

void *reallocarray(void *old, size_t count, size_t size)
{
  if (size != 0 && count > SIZE_MAX / size) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(old, count * size);
}
