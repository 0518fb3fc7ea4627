#include <string.h>

char *strpbrk(const char *text, const char *wanted)
{
  text += strcspn(text, wanted);
  return *text != 0 ? (char *)text : 0;
}
