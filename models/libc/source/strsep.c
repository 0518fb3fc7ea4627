#include <string.h>

char *strsep(char **restrict rest, const char *restrict between)
{
  char *text = *rest;
  if (text == 0)
    return 0;
  char *end = text + strcspn(text, between);
  if (*end == 0) {
    *rest = 0;
  } else {
    *end = 0;
    *rest = end + 1;
  }
  return text;
}
