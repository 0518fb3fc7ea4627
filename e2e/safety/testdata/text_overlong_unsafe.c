// CHECK: null,bounds
// FALSE(valid-deref) executed
// No text is longer than an int can say: the function fails then, and -1 is no index.
#include <stdio.h>

int main(int argc, char **argv)
{
  char text[20];
  int length = snprintf(text, sizeof text, "ab%2147483648d", argc);
  text[length] = 0;
  return text[0] == 0;
}
