#include <ctype.h>
#include <stddef.h>

char *strcasestr(const char *text, const char *word)
{
  for (;; text++) {
    size_t i = 0;
    while (word[i] != 0 && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
      i++;
    if (word[i] == 0)
      return (char *)text;
    if (*text == 0)
      return 0;
  }
}
