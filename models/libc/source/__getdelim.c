#define _GNU_SOURCE
#include <stdio.h>

/* What glibc's headers make of getline where a compiler optimises. */
ssize_t __getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict from)
{
  return getdelim(line, size, end, from);
}
