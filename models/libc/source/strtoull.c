#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL; /* and *end stays as it is, with glibc */
    return 0;
  }
  const char *at = text;
  while (isspace((unsigned char)*at))
    at++;
  int negative = *at == '-';
  if (*at == '-' || *at == '+')
    at++;
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && isxdigit((unsigned char)at[2])) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  unsigned long long value = 0, limit = ULLONG_MAX;
  int digits = 0, large = 0;
  for (;; at++) {
    int c = (unsigned char)*at, digit;
    if (isdigit(c))
      digit = c - '0';
    else if (isalpha(c))
      digit = tolower(c) - 'a' + 10;
    else
      break;
    if (digit >= base)
      break;
    digits = 1;
    if (large || value > (limit - (unsigned long long)digit) / (unsigned long long)base)
      large = 1;
    else
      value = value * (unsigned long long)base + (unsigned long long)digit;
  }
  if (end != 0)
    *end = (char *)(digits ? at : text);
  if (large) {
    errno = ERANGE;
    return ULLONG_MAX;
  }
  return negative ? 0 - value : (unsigned long long)value;
}
