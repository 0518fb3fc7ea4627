// CHECK: bounds
// TRUE
// The members are those of an object.
#include <string.h>

struct entry { int key; char name[4]; };

int main(void)
{
  struct entry other = {0}, *none = &other, entry = {0};
  strcpy(none->name, "a");
  memcpy(entry.name, none->name, 3);
  return 0;
}
