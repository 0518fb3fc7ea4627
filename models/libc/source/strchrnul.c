#define _GNU_SOURCE
#include <string.h>

char *strchrnul(const char *text, int c)
{
  char *found = strchr(text, c);
  return found != 0 ? found : (char *)text + strlen(text);
}
