/* approximate, as what all functions of the family do is. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
int __vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments);

int vasprintf(char **restrict to, const char *restrict format, va_list arguments)
{
  va_list again;
  va_copy(again, arguments);
  int length = __vsnprintf(0, 0, format, again);
  va_end(again);
  char *text = length < 0 ? 0 : malloc((size_t)length + 1);
  if (text == 0) {
    *to = __VERIFIER_nondet_int() ? 0 : *to;
    return -1;
  }
  *to = text;
  int written = __vsnprintf(text, (size_t)length + 1, format, arguments);
  __VERIFIER_assume(written == length); /* where the text is any, it is the same one both times */
  return length;
}
