#include <string.h>

char *strtok_r(char *restrict text, const char *restrict between, char **restrict rest)
{
  if (text == 0)
    text = *rest;
  text += strspn(text, between);
  if (*text == 0) {
    *rest = text;
    return 0;
  }
  char *end = text + strcspn(text, between);
  if (*end != 0)
    *end++ = 0;
  *rest = end;
  return text;
}
