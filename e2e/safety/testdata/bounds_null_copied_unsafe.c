// CHECK: bounds
// FALSE(valid-deref)
// What is copied to is computed from a null pointer, and no object is there.
#include <string.h>

struct entry { int key; char name[4]; };

int main(void)
{
  struct entry *none = NULL, entry = {0};
  strcpy(none->name, "a");
  memcpy(entry.name, none->name, 3);
  return 0;
}
