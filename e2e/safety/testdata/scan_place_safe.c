// CHECK: bounds,null
// TRUE
// %n is a place in the text; a %c of several characters writes no more than there are.
#include <stdio.h>

int main(void)
{
  char text[] = "12 34", part[3];
  int first, place, rest[6] = {0};
  if (sscanf(text, "%d%n", &first, &place) != 1)
    return 1;
  rest[place] = 1;
  if (sscanf(text + place, "%3c", part) == 1)
    return part[0];
  return 0;
}
