/* approximate, as what all functions of the family do is. */
#include <stdarg.h>
#include <stddef.h>

int __vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments);

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments)
{
  return __vsnprintf(to, size, format, arguments);
}
