/* approximate: any text of any length, whatever the format and the arguments say. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int condition);

int vasprintf(char **restrict to, const char *restrict format, va_list arguments)
{
  int length = __VERIFIER_nondet_int();
  __VERIFIER_assume(length >= -1);
  char *text = length < 0 ? 0 : malloc((size_t)length + 1);
  if (text == 0) {
    *to = __VERIFIER_nondet_int() ? 0 : *to;
    return -1;
  }
  for (int i = 0; i < length; i++)
    text[i] = __VERIFIER_nondet_char();
  text[length] = 0;
  *to = text;
  return length;
}
