// CHECK: bounds
// TRUE
#include <string.h>

int main(void)
{
  char text[5] = "ab";
  strncat(text, "cd", 2);
  return 0;
}
