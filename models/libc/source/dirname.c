#include <libgen.h>
#include <stddef.h>

char *dirname(char *path)
{
  size_t end = 0, slash;
  if (path == 0 || *path == 0)
    return (char *)".";
  while (path[end] != 0)
    end++;
  size_t last = end - 1; /* the slash in front of the last component */
  while (end > 0 && path[end - 1] == '/')
    end--;
  if (end > 0) {
    while (end > 0 && path[end - 1] != '/')
      end--;
    if (end == 0)
      return (char *)".";
    last = end - 1;
  }
  for (slash = last; slash > 0 && path[slash - 1] == '/'; slash--) {
  }
  if (slash == 0) /* the root, which two slashes name in their own way */
    slash = last == 1 ? 2 : 1;
  path[slash] = 0;
  return path;
}
