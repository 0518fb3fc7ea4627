// UNSAFE
// INPUTS: none
// The basename of string.h finds nothing behind a slash at the end of a path, unlike that of libgen.h.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
  char path[] = "usr/lib/";
  assert(strcmp(basename(path), "lib") == 0);
  return 0;
}
