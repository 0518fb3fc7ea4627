/* approximate: addresses of objects are aligned to more than any program asks for. */
#include <errno.h>
#include <stdlib.h>

int posix_memalign(void **to, size_t alignment, size_t size)
{
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *object = malloc(size);
  if (object == 0)
    return ENOMEM;
  *to = object;
  return 0;
}
