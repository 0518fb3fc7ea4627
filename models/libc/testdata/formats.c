/* Compares the model of sprintf's family with the machine's vsnprintf: all flags, widths, precisions, sizes and conversions
   of integers, texts and characters, in rooms of several sizes, and the lengths of the texts of floats. What is not here
   the model leaves open. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments);

static int wrong;
static int length = -1; /* of the text of a float as the machine's library has it; negative: what is compared is none */

int __VERIFIER_nondet_int(void)
{
  if (length < 0)
    abort();
  return length;
}

char __VERIFIER_nondet_char(void) { return 'x'; }

_Bool __VERIFIER_nondet_bool(void) { return 1; }

void __VERIFIER_assume(int condition)
{
  if (length < 0 && !condition)
    abort();
  wrong += !condition;
}

enum { ROOM = 300 };

static void compare(const char *format, ...)
{
  static const size_t sizes[] = {0, 1, 5, ROOM};
  char expected[ROOM], found[ROOM];
  for (int i = 0; i < 4; i++) {
    va_list arguments;
    memset(expected, 'z', ROOM);
    memset(found, 'z', ROOM);
    va_start(arguments, format);
    int m = vsnprintf(expected, sizes[i], format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    int n = __vsnprintf(found, sizes[i], format, arguments);
    va_end(arguments);
    if ((m != n || memcmp(expected, found, ROOM) != 0) && wrong++ < 20)
      printf("%s in %d bytes: %d %.20s, expected %d %.20s\n", format, (int)sizes[i], n, found, m, expected);
  }
}

static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-0", "+0", " +", "#0", "-#"};
static const char *const widths[] = {"", "1", "7", "12"};
static const char *const precisions[] = {"", ".", ".0", ".1", ".5", ".10"};
static const char *const sizes[] = {"hh", "h", "", "l", "z", "t", "ll", "j"};
static const long long values[] = {0, 1, -1, 8, 9, 10, 64, 99, 100, 255, -128, 32767, INT_MAX, INT_MIN, UINT_MAX, LLONG_MAX,
  LLONG_MIN, 1000000000000000000LL};

static void compareIntegers(const char *start)
{
  char format[40];
  for (int size = 0; size < 8; size++)
    for (const char *conversion = "diuxXo"; *conversion; conversion++)
      for (int i = 0; i < sizeof values / sizeof *values; i++) {
        sprintf(format, "a%s%s%cb", start, sizes[size], *conversion);
        if (size < 3)
          compare(format, (int)values[i]);
        else if (size < 6)
          compare(format, (long)values[i]);
        else
          compare(format, (intmax_t)values[i]);
      }
}

/* Asks the model whether the text of a float may be as long as the machine's is. */
static void allowed(const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  length = vsnprintf(0, 0, format, arguments);
  int before = wrong;
  __vsnprintf(0, 0, format, again);
  if (wrong > before)
    printf("%s may have %d characters\n", format, length);
  length = -1;
  va_end(again);
  va_end(arguments);
}

static void allowedFloats(const char *start)
{
  const double values[] = {0, -DBL_MAX, -DBL_MIN, -4.9406564584124654e-324, -1.2345678901234567e-300, -1e-5, -0.00012345678912345678,
                           -123456789.12345679, -NAN, -INFINITY, 9.9999999e99};
  const long double longs[] = {-LDBL_MAX, -LDBL_MIN, -3.6e-4951L, -0.00012345678912345678L};
  char format[40];
  for (const char *conversion = "eEgGfa"; *conversion; conversion++) {
    sprintf(format, "%s%c", start, *conversion);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
      allowed(format, values[i]);
    sprintf(format, "%sL%c", start, *conversion);
    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++)
      allowed(format, longs[i]);
  }
}

int main(void)
{
  char start[20], format[40];
  for (int flag = 0; flag < 11; flag++)
    for (int width = 0; width < 4; width++)
      for (int precision = 0; precision < 6; precision++) {
        sprintf(start, "%%%s%s%s", flags[flag], widths[width], precisions[precision]);
        compareIntegers(start);
        allowedFloats(start);
        sprintf(format, "%ss|", start);
        compare(format, "");
        compare(format, "abcdefghijklm");
        compare(format, (char *)0);
        sprintf(format, "%%%s%sc|", flags[flag], widths[width]);
        compare(format, 'x');
        compare(format, 0);
      }
  compare("ab%2147483648d", 5);
  compare("%.2147483648d", 5);
  compare("%.99999999999s", "abc");
  int written;
  signed char few;
  compare("%*.*d", 5, 3, 7);
  compare("%-*d|%*d|%.*d", 5, 7, -5, 7, -5, 7);
  compare("%.*s, 100%%, %s=%d;%n", 2, "abc", "k", 5, &written);
  compare("%%%hhn|%d", &few, few);
  printf("%d differ\n", wrong);
  return wrong != 0;
}
