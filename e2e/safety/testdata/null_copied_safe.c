// CHECK: null
// TRUE
// No null pointer is accessed: what is copied to and from is computed from one, which --check bounds is about.
#include <string.h>

struct entry { int key; char name[4]; };

int main(void)
{
  struct entry *none = NULL, entry = {0};
  strcpy(none->name, "a");
  memcpy(entry.name, none->name, 3);
  return 0;
}
