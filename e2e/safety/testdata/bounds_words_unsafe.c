// CHECK: bounds
// FALSE(valid-deref) interpreted
// strcspn reads all of the characters that it looks for, also where the first one is in the text.
#include <string.h>

int main(void)
{
  char letters[2] = "ab";
  return (int)strcspn("ab", letters);
}
