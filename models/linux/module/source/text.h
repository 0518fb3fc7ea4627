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
