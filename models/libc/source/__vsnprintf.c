/* approximate: floats and pointers give any text that is no longer than theirs, with a decimal point of one byte unless the
   program may choose a locale (LOCALE); wide characters, arguments by position, %m
   and what C does not define any text at all. All else is as glibc prints it in the C locale; a text that is longer than
   INT_MAX ends with -1, and may with a precision for which older ones want more memory than there is.
   It is what the functions of sprintf's family have in common. The digits of a number are counted before they are written,
   by comparing powers of the base with it, so that what is known of a length takes one division. */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int condition);
_Bool __VERIFIER_nondet_bool(void);

#ifdef LOCALE
enum { POINT = 16 }; /* MB_LEN_MAX */
#else
enum { POINT = 1 };
#endif

#define PUT(character)      \
  do {                      \
    if (length < room)      \
      to[length] = (character); \
    length++;               \
  } while (0)

/* What is written may be more than an int. */
#define PAD(character, written)                                          \
  for (unsigned done = (written); done < (unsigned)width; done++) \
  PUT(character)

/* The digits of value are counted, and power is that of the first. */
#define COUNT                                                \
  for (rest = value / base; power <= rest; power *= base) \
  digits++

#define DIGITS                                                       \
  for (int n = digits; n > 0; n--) {                                 \
    int digit = (int)(value / power % base);                         \
    PUT((char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10)); \
    power /= base;                                                   \
  }

/* Writes a number of type NUMBER, with its sign, prefix and padding. */
#define WRITE(NUMBER, magnitude)                                          \
  do {                                                                    \
    NUMBER value = (magnitude), base = radix, power = 1, rest;            \
    int digits = 1;                                                       \
    COUNT;                                                                \
    if (value == 0 && precision == 0)                                     \
      digits = 0;                                                         \
    int zeros = precision > digits ? precision - digits : 0;              \
    if (alternative && radix == 8 && zeros == 0 && (value != 0 || digits == 0)) \
      zeros = 1;                                                          \
    int prefixed = alternative && radix == 16 && value != 0;              \
    unsigned size = (sign != 0) + 2u * (unsigned)prefixed + (unsigned)zeros + (unsigned)digits; \
    if (!left && !(zero && precision < 0))                                \
      PAD(' ', size);                                                     \
    if (sign != 0)                                                        \
      PUT(sign);                                                          \
    if (prefixed) {                                                       \
      PUT('0');                                                           \
      PUT(upper ? 'X' : 'x');                                             \
    }                                                                     \
    if (!left && zero && precision < 0)                                   \
      PAD('0', size);                                                     \
    for (int n = zeros; n > 0; n--)                                       \
      PUT('0');                                                           \
    DIGITS                                                                \
    if (left)                                                             \
      PAD(' ', size);                                                     \
  } while (0)

int __vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments)
{
  int result = -1;
  size_t room = size > 0 ? size - 1 : 0, length = 0;
  for (const char *at = format; *at != 0; at++) {
    if (*at != '%') {
      PUT(*at);
      continue;
    }
    int left = 0, zero = 0, alternative = 0, width = 0, precision = -1;
    char plus = 0;
    for (at++;; at++) {
      if (*at == '-')
        left = 1;
      else if (*at == '0')
        zero = 1;
      else if (*at == '#')
        alternative = 1;
      else if (*at == '+')
        plus = '+';
      else if (*at != ' ')
        break;
      else if (plus == 0)
        plus = ' ';
    }
    if (*at == '*') {
      at++;
      width = va_arg(arguments, int);
      if (width < 0) {
        left = 1;
        if (width == INT_MIN) { /* glibc prints as much as without a width */
          if (__VERIFIER_nondet_bool())
            goto overlong;
          width = 0;
        }
        width = -width;
      }
    } else {
      for (; *at >= '0' && *at <= '9'; at++) {
        if (width > (INT_MAX - (*at - '0')) / 10)
          goto overlong;
        width = width * 10 + (*at - '0');
      }
    }
    if (*at == '.') {
      at++;
      precision = 0;
      if (*at == '*') {
        at++;
        precision = va_arg(arguments, int);
        if (precision < 0)
          precision = -1;
      } else {
        for (; *at >= '0' && *at <= '9'; at++) {
          if (precision > (INT_MAX - (*at - '0')) / 10)
            goto overlong;
          precision = precision * 10 + (*at - '0');
        }
      }
      if (precision > INT_MAX - 32 && __VERIFIER_nondet_bool())
        goto overlong;
    }
    char bytes = 0; /* the size that an argument is said to have, as a letter; H stands for hh */
    if (*at == 'h' || *at == 'l' || *at == 'z' || *at == 't' || *at == 'j' || *at == 'L') {
      bytes = *at++;
      if (bytes == *at && bytes == 'h') {
        bytes = 'H';
        at++;
      } else if (bytes == *at && bytes == 'l') {
        bytes = 'j';
        at++;
      }
    }
    char conversion = *at;
    if (conversion == '%') {
      PUT('%');
    } else if (conversion == 'c' && bytes == 0) {
      char character = (char)va_arg(arguments, int);
      if (!left)
        PAD(' ', 1);
      PUT(character);
      if (left)
        PAD(' ', 1);
    } else if (conversion == 's' && bytes == 0) {
      const char *text = va_arg(arguments, const char *);
      if (text == 0)
        text = precision < 0 || precision >= 6 ? "(null)" : ""; /* as glibc has it */
      int most = precision < 0 ? INT_MAX : precision, n = 0;
      if (width > 0) {
        while (n < most && text[n] != 0)
          n++;
      }
      if (!left)
        PAD(' ', (unsigned)n);
      for (int i = 0; i < most && text[i] != 0; i++)
        PUT(text[i]);
      if (left)
        PAD(' ', (unsigned)n);
    } else if ((conversion == 'd' || conversion == 'i') && bytes != 'L') {
      char sign = plus;
      const unsigned radix = 10, upper = 0;
      if (bytes == 'l' || bytes == 'z' || bytes == 't' || bytes == 'j') {
        intmax_t number = bytes == 'l'   ? va_arg(arguments, long)
                          : bytes == 'z' ? (intmax_t)va_arg(arguments, ptrdiff_t)
                          : bytes == 't' ? (intmax_t)va_arg(arguments, ptrdiff_t)
                                         : va_arg(arguments, intmax_t);
        if (number < 0)
          sign = '-';
        WRITE(uintmax_t, number < 0 ? 0 - (uintmax_t)number : (uintmax_t)number);
      } else {
        int number = va_arg(arguments, int);
        number = bytes == 'H' ? (signed char)number : bytes == 'h' ? (short)number : number;
        if (number < 0)
          sign = '-';
        WRITE(unsigned, number < 0 ? 0 - (unsigned)number : (unsigned)number);
      }
    } else if ((conversion == 'u' || conversion == 'x' || conversion == 'X' || conversion == 'o') && bytes != 'L') {
      const char sign = 0;
      const unsigned radix = conversion == 'u' ? 10 : conversion == 'o' ? 8 : 16, upper = conversion == 'X';
      if (bytes == 'l' || bytes == 'z' || bytes == 't' || bytes == 'j') {
        uintmax_t number = bytes == 'l'   ? va_arg(arguments, unsigned long)
                           : bytes == 'z' ? (uintmax_t)va_arg(arguments, size_t)
                           : bytes == 't' ? (uintmax_t)va_arg(arguments, size_t)
                                          : va_arg(arguments, uintmax_t);
        WRITE(uintmax_t, number);
      } else {
        unsigned number = va_arg(arguments, unsigned);
        number = bytes == 'H' ? (unsigned char)number : bytes == 'h' ? (unsigned short)number : number;
        WRITE(unsigned, number);
      }
    } else if (conversion == 'n' && bytes != 'L') {
      if (bytes == 'H')
        *va_arg(arguments, signed char *) = (signed char)length;
      else if (bytes == 'h')
        *va_arg(arguments, short *) = (short)length;
      else if (bytes == 'l')
        *va_arg(arguments, long *) = (long)length;
      else if (bytes == 'j')
        *va_arg(arguments, intmax_t *) = (intmax_t)length;
      else if (bytes != 0)
        *va_arg(arguments, ptrdiff_t *) = (ptrdiff_t)length;
      else
        *va_arg(arguments, int *) = (int)length;
    } else if (conversion == 'p' && bytes == 0) {
      (void)va_arg(arguments, void *);
      int n = __VERIFIER_nondet_int(), digits = 2 * (int)sizeof(void *);
      __VERIFIER_assume(n >= 3 && n >= width && (n <= width || n <= 3 + digits || n - 3 <= precision));
      for (; n > 0; n--) {
        char character = __VERIFIER_nondet_char();
        __VERIFIER_assume(character != 0);
        PUT(character);
      }
    } else if ((bytes == 0 || bytes == 'l' || bytes == 'L') &&
               (conversion == 'f' || conversion == 'F' || conversion == 'e' || conversion == 'E' || conversion == 'g' ||
                conversion == 'G' || conversion == 'a' || conversion == 'A')) {
      int before = 329 + POINT; /* digits before the point, and all that is not a digit */
      if (bytes == 'L') {
        (void)va_arg(arguments, long double);
        before = 4959 + POINT;
      } else {
        (void)va_arg(arguments, double);
      }
      if (conversion == 'e' || conversion == 'E' || conversion == 'g' || conversion == 'G') {
        before = (bytes == 'L' ? 8 : 7) + POINT; /* the sign, a digit, the point, and an exponent of up to three or four digits */
        if (precision < 0)
          precision = 6;
        if (conversion == 'g' || conversion == 'G')
          precision = precision == 0 ? 0 : precision - 1; /* the first digit is one of them */
      }
      int n = __VERIFIER_nondet_int();
      __VERIFIER_assume(n >= 1 && n >= width && (n <= width || n <= before || n - before <= precision));
      for (; n > 0; n--) {
        char character = __VERIFIER_nondet_char();
        __VERIFIER_assume(character != 0);
        PUT(character);
      }
    } else {
      int total = __VERIFIER_nondet_int();
      __VERIFIER_assume(total >= -1);
      length = total < 0 ? 0 : (size_t)total;
      for (size_t i = 0; i < length && i < room; i++)
        to[i] = __VERIFIER_nondet_char();
      if (size > 0)
        to[length < room ? length : room] = 0;
      return total;
    }
    if (length > INT_MAX)
      goto overlong;
  }
  if (length <= INT_MAX)
    result = (int)length;
overlong:
  if (size > 0)
    to[length < room ? length : room] = 0;
  return result;
}
