// SAFE
// basename and dirname may write to the path that they are given, and point into it.
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void)
{
  char path[] = "/usr/lib/";
  char *name = basename(path);
  assert(name == path + 5 && strcmp(name, "lib") == 0);
  assert(strcmp(dirname(path), "/usr") == 0 && path[4] == 0);
  char roots[] = "//";
  assert(strcmp(basename(roots), "/") == 0);
  assert(strcmp(dirname(roots), "//") == 0);
  assert(strcmp(basename(0), ".") == 0);
  char alone[] = "lib";
  assert(basename(alone) == alone && strcmp(dirname(alone), ".") == 0);
  return 0;
}
