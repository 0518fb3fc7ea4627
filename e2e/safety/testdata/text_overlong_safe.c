// CHECK: null,bounds
// TRUE
// No text is longer than an int can say: the function fails then, and ends what it wrote.
#include <stdio.h>

int main(int argc, char **argv)
{
  char text[20];
  int length = snprintf(text, sizeof text, "ab%2147483648d", argc);
  text[length + 1] = 0;
  return text[0] == 0;
}
