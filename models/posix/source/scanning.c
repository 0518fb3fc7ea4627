// Formatted reading. The functions are declared here and not by <stdio.h>, which names them as the settings of a file say.
#include "system.h"
#include <stdarg.h>
#include <stddef.h>

typedef struct _IO_FILE FILE;
extern FILE *stdin;
int fgetc(FILE *f);
double __VERIFIER_nondet_double(void);

// One conversion, as its letters say.
struct yogi_conversion {
  int is_kept, is_allocated; // no *; m
  long width;                // 0: none is said
  int size;                  // of a number
  int is_long;               // of l, which makes characters wide ones
};

static const char *yogi_read_conversion(const char *format, struct yogi_conversion *c)
{
  c->is_kept = 1;
  c->is_allocated = c->is_long = 0;
  c->width = 0;
  c->size = sizeof(int);
  if (*format == '*') {
    c->is_kept = 0;
    format++;
  }
  for (; *format >= '0' && *format <= '9'; format++)
    c->width = c->width * 10 + (*format - '0');
  for (;; format++)
    switch (*format) {
    case 'm': c->is_allocated = 1; break;
    case 'h': c->size = c->size == sizeof(int) ? sizeof(short) : 1; break;
    case 'l':
      c->size = c->is_long ? sizeof(long long) : sizeof(long);
      c->is_long = 1;
      break;
    case 'L': case 'q': case 'j': c->size = sizeof(long long); break;
    case 'z': case 't': c->size = sizeof(size_t); break;
    default: return format;
    }
}

static void yogi_scan_integer(void *to, int size)
{
  if (size == 1)
    *(char *)to = __VERIFIER_nondet_char();
  else if (size == sizeof(short))
    *(short *)to = (short)__VERIFIER_nondet_int();
  else if (size == sizeof(int))
    *(int *)to = __VERIFIER_nondet_int();
  else if (size == sizeof(long))
    *(long *)to = __VERIFIER_nondet_long();
  else
    *(long long *)to = (long long)((unsigned long long)__VERIFIER_nondet_long() << 32 | __VERIFIER_nondet_uint());
}

static void yogi_scan_float(void *to, const struct yogi_conversion *c)
{
  if (c->is_long)
    *(double *)to = __VERIFIER_nondet_double();
  else if (c->size == sizeof(int))
    *(float *)to = (float)__VERIFIER_nondet_double();
  else
    *(long double *)to = __VERIFIER_nondet_double();
}

// Characters, with a zero behind them where they are a text: at least one, and no zero of a text. False where there is no
// memory for them.
static int yogi_scan_characters(void *to, const struct yogi_conversion *c, int is_text)
{
  long n = c->width, one = c->is_long ? sizeof(wchar_t) : 1;
  if (is_text) {
    n = __VERIFIER_nondet_long();
    __VERIFIER_assume(n >= 1 && n < 0x7fffffff && (c->width == 0 || n <= c->width));
  } else if (n == 0)
    n = 1;
  if (c->is_allocated) {
    char *text = malloc((size_t)((n + is_text) * one));
    if (!text)
      return 0;
    *(char **)to = text;
    to = text;
  }
  for (long i = 0; i < n; i++) {
    int character = __VERIFIER_nondet_int();
    __VERIFIER_assume(!is_text || (c->is_long ? (wchar_t)character : (char)character) != 0);
    if (c->is_long)
      ((wchar_t *)to)[i] = (wchar_t)character;
    else
      ((char *)to)[i] = (char)character;
  }
  if (is_text && c->is_long)
    ((wchar_t *)to)[n] = 0;
  else if (is_text)
    ((char *)to)[n] = 0;
  return 1;
}

static const char *yogi_behind_set(const char *format)
{
  if (*format == '^')
    format++;
  if (*format == ']')
    format++;
  while (*format && *format != ']')
    format++;
  return format;
}

// In front of each conversion the input may end, reading may fail, and what comes may not fit. Behind a number or a text
// the end may have been seen as well.
static int yogi_scan(FILE *f, const char *format, va_list to)
{
  int assigned = 0;
  for (; *format; format++) {
    struct yogi_conversion c = { 0 };
    void *object = NULL;
    if (*format != '%')
      continue;
    format = yogi_read_conversion(format + 1, &c);
    if (*format == '%')
      continue;
    if (*format != 'n') {
      if (fgetc(f) == -1)
        return assigned ? assigned : -1;
      if (__VERIFIER_nondet_int())
        return assigned;
    }
    if (c.is_kept)
      object = va_arg(to, void *);
    switch (*format) {
    case '[':
      format = yogi_behind_set(format + 1);
      if (c.is_kept && !yogi_scan_characters(object, &c, 1))
        return -1;
      break;
    case 's': case 'c': case 'S': case 'C':
      c.is_long |= *format == 'S' || *format == 'C';
      if (c.is_kept && !yogi_scan_characters(object, &c, *format == 's' || *format == 'S'))
        return -1;
      break;
    case 'e': case 'f': case 'g': case 'a': case 'E': case 'F': case 'G': case 'A':
      if (c.is_kept)
        yogi_scan_float(object, &c);
      break;
    case 'p':
      if (c.is_kept)
        yogi_fill(object, sizeof(void *));
      break;
    case 'n':
      if (c.is_kept)
        yogi_scan_integer(object, c.size);
      continue;
    default:
      if (c.is_kept)
        yogi_scan_integer(object, c.size);
    }
    assigned += c.is_kept;
  }
  if (__VERIFIER_nondet_int())
    fgetc(f);
  return assigned;
}

// The same of a format of wide characters, of which none but those of a text is no byte.
static int yogi_scan_wide(FILE *f, const wchar_t *format, va_list to)
{
  size_t n = 0;
  char *narrow;
  int assigned;
  while (format[n])
    n++;
  narrow = malloc(n + 1);
  if (!narrow)
    return -1;
  for (size_t i = 0; i <= n; i++)
    narrow[i] = format[i] < 128 ? (char)format[i] : ' ';
  assigned = yogi_scan(f, narrow, to);
  free(narrow);
  return assigned;
}

// What headers make of them for C99 and C23 has a name of its own.
#define YOGI_SCANNERS(prefix, character, scan, of_list, of_input, of_stream, plain) \
  YOGI_WEAK int prefix##of_list(FILE *f, const character *format, va_list to) { return scan(f, format, to); } \
  YOGI_WEAK int prefix##of_input(const character *format, va_list to) { return scan(stdin, format, to); } \
  YOGI_WEAK int prefix##of_stream(FILE *f, const character *format, ...) \
  { \
    va_list to; \
    va_start(to, format); \
    int assigned = scan(f, format, to); \
    va_end(to); \
    return assigned; \
  } \
  YOGI_WEAK int prefix##plain(const character *format, ...) \
  { \
    va_list to; \
    va_start(to, format); \
    int assigned = scan(stdin, format, to); \
    va_end(to); \
    return assigned; \
  }
#define YOGI_ALL_SCANNERS(prefix) \
  YOGI_SCANNERS(prefix, char, yogi_scan, vfscanf, vscanf, fscanf, scanf) \
  YOGI_SCANNERS(prefix, wchar_t, yogi_scan_wide, vfwscanf, vwscanf, fwscanf, wscanf)

YOGI_ALL_SCANNERS()
YOGI_ALL_SCANNERS(__isoc99_)
YOGI_ALL_SCANNERS(__isoc23_)
