/* approximate, as what all functions of the family do is. */
#include <stdarg.h>
#include <stddef.h>

int __vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments);

int sprintf(char *restrict to, const char *restrict format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = __vsnprintf(to, (size_t)-1, format, arguments);
  va_end(arguments);
  return length;
}
