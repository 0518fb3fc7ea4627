#include <string.h>

char *strstr(const char *text, const char *word)
{
  for (;; text++) {
    size_t i = 0;
    while (word[i] != 0 && text[i] == word[i])
      i++;
    if (word[i] == 0)
      return (char *)text;
    if (*text == 0)
      return 0;
  }
}
