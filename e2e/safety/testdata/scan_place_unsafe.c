// CHECK: bounds,null
// FALSE(valid-deref) executed
// A %n behind what the text does not have is not written.
#include <stdio.h>

int main(void)
{
  char text[] = "12 34";
  int first, place = 7, rest[6] = {0};
  if (sscanf(text, "%d,%n", &first, &place) != 1)
    return 1;
  rest[place] = 1;
  return 0;
}
