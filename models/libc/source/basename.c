#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>

char *basename(const char *path)
{
  size_t start = 0;
  for (size_t i = 0; path[i] != 0; i++)
    if (path[i] == '/')
      start = i + 1;
  return (char *)path + start;
}
