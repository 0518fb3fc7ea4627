/* approximate, as what all functions of the family do is. */
#include <stdarg.h>
#include <stddef.h>

int __vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments);

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = __vsnprintf(to, size, format, arguments);
  va_end(arguments);
  return length;
}
