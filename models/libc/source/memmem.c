#include <string.h>

void *memmem(const void *text, size_t text_size, const void *word, size_t word_size)
{
  const char *at = text;
  if (word_size == 0)
    return (void *)at;
  while (text_size >= word_size) {
    if (memcmp(at, word, word_size) == 0)
      return (void *)at;
    at++;
    text_size--;
  }
  return 0;
}
