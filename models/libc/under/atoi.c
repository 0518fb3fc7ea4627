/* under-approximate: of texts with at most nine digits at their start, behind one sign or none. */
#include <stdlib.h>

void __VERIFIER_assume(int condition);

int atoi(const char *text)
{
  int negative = *text == '-', value = 0, digits = 0;
  __VERIFIER_assume(*text != ' ' && (*text < '\t' || *text > '\r'));
  if (*text == '-' || *text == '+')
    text++;
  for (; digits < 10 && text[digits] >= '0' && text[digits] <= '9'; digits++) {
    __VERIFIER_assume(digits < 9);
    value = 10 * value + (text[digits] - '0');
  }
  return negative ? -value : value;
}
