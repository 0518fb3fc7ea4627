#include <libgen.h>
#include <stddef.h>

char *__xpg_basename(char *path)
{
  size_t end = 0, start;
  if (path == 0 || *path == 0)
    return (char *)".";
  while (path[end] != 0)
    end++;
  size_t length = end;
  while (end > 0 && path[end - 1] == '/')
    end--;
  if (end == 0)
    return path + length - 1;
  if (end < length)
    path[end] = 0;
  for (start = end; start > 0 && path[start - 1] != '/'; start--) {
  }
  return path + start;
}
