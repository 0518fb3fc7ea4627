// CHECK: null
// TRUE
// The next word of a text that the call before was given.
#include <string.h>

int main(void)
{
  char text[] = "a b";
  strtok(text, " ");
  return strtok(NULL, " ") != NULL;
}
