#include <string.h>

void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }
