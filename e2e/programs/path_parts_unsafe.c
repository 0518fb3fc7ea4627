// UNSAFE
// INPUTS: none
// The second of the two finds what the first has left of the path.
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void)
{
  char path[] = "/usr/lib";
  dirname(path);
  assert(strcmp(basename(path), "lib") == 0);
  return 0;
}
