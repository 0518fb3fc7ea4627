// SAFE
// The basename of string.h leaves the path as it is, and finds nothing behind a slash at its end.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
  char path[8] = "usr/lib";
  assert(basename(path) == path + 4);
  path[6] = '/';
  assert(basename(path) == path + 7 && path[6] == '/');
  return 0;
}
