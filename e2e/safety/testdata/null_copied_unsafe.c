// CHECK: null
// FALSE(valid-deref)
// The entry itself is copied from null, and not a member of it.
#include <string.h>

struct entry { int key; char name[4]; };

int main(void)
{
  struct entry *none = NULL, entry = {0};
  memcpy(&entry, none, sizeof entry);
  return entry.key;
}
