// CHECK: bounds
// TRUE
#include <string.h>

int main(void)
{
  char letters[3] = "ab", text[2] = "xa";
  if (strcspn("ab", letters) != 0 || strchr(text, 'x') != text)
    return 1;
  return strpbrk("xa", letters) == 0;
}
