// CHECK: bounds
// FALSE(valid-deref) executed
// gcc makes a memcpy of the call, so the compiled test fails where strncat is called and not in it.
#include <string.h>

int main(void)
{
  char text[4] = "ab";
  strncat(text, "cd", 2);
  return 0;
}
