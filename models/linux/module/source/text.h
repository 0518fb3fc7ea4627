// Text that is printed into memory. The kernel's formats are its own, so what they print is any text that has room; checks of
// reads and writes look at the arguments as the C library has them instead.
#ifndef YOGI_CHECKS_READS
static void yogi_write_text(char *to, size_t length)
{
  for (size_t i = 0; i < length; i++)
    to[i] = __VERIFIER_nondet_char();
  to[length] = 0;
}
// The length of a text; the one that has no end of its own is inside the object that it is written to.
static int yogi_length(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0);
  return n;
}
static int yogi_print(char *to)
{
  int n = yogi_length();
  yogi_write_text(to, (size_t)n);
  return n;
}
static int yogi_print_within(char *to, size_t size)
{
  int n = yogi_length();
  if (size > INT_MAX)
    return 0;
  if (size)
    yogi_write_text(to, (size_t)n < size ? (size_t)n : size - 1);
  return n;
}
static int yogi_printed_within(char *to, size_t size)
{
  int n = yogi_print_within(to, size);
  return (size_t)n < size ? n : size ? (int)(size - 1) : 0;
}
int MODEL(sprintf)(char *to, const char *format, ...) { return yogi_print(to); }
int MODEL(vsprintf)(char *to, const char *format, va_list arguments) { return yogi_print(to); }
int MODEL(snprintf)(char *to, size_t size, const char *format, ...) { return yogi_print_within(to, size); }
int MODEL(vsnprintf)(char *to, size_t size, const char *format, va_list arguments) { return yogi_print_within(to, size); }
int MODEL(scnprintf)(char *to, size_t size, const char *format, ...) { return yogi_printed_within(to, size); }
int MODEL(vscnprintf)(char *to, size_t size, const char *format, va_list arguments) { return yogi_printed_within(to, size); }
#endif

// A number that a text says, or an error, which leaves the number as it was.
#define SAYS(name, type) \
  int MODEL(name)(const char *text, unsigned base, type *number) \
  { \
    if (__VERIFIER_nondet_int()) \
      return __VERIFIER_nondet_int() ? -EINVAL : -ERANGE; \
    *number = (type)__VERIFIER_nondet_ulong(); \
    return 0; \
  } \
  int MODEL(name##_from_user)(const char __user *text, size_t n, unsigned base, type *number) \
  { \
    return __VERIFIER_nondet_int() ? -EFAULT : MODEL(name)("", base, number); \
  }
SAYS(kstrtoull, unsigned long long)
SAYS(kstrtoll, long long)
SAYS(kstrtoul, unsigned long)
SAYS(kstrtol, long)
SAYS(kstrtouint, unsigned)
SAYS(kstrtoint, int)
SAYS(kstrtou16, u16)
SAYS(kstrtos16, s16)
SAYS(kstrtou8, u8)
SAYS(kstrtos8, s8)
int MODEL(kstrtobool)(const char *text, bool *value)
{
  if (__VERIFIER_nondet_int())
    return -EINVAL;
  *value = __VERIFIER_nondet_int() != 0;
  return 0;
}
int MODEL(kstrtobool_from_user)(const char __user *text, size_t n, bool *value)
{
  return __VERIFIER_nondet_int() ? -EFAULT : MODEL(kstrtobool)("", value);
}
