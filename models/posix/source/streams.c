// Streams of files, pipes and directories. What is closed stays in memory, so that a use after it is seen and does no harm.
#include "system.h"
#include <dirent.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

struct yogi_stream {
  int is_open, at_end, has_failed;
  int descriptor; // -1 until the program asks for it, but of fdopen and the standard streams
};

static struct yogi_stream yogi_standard[3] = { { 1, 0, 0, 0 }, { 1, 0, 0, 1 }, { 1, 0, 0, 2 } };
#undef stdin
#undef stdout
#undef stderr
FILE *stdin = (FILE *)&yogi_standard[0], *stdout = (FILE *)&yogi_standard[1], *stderr = (FILE *)&yogi_standard[2];

static FILE *yogi_open_stream(int descriptor)
{
  struct yogi_stream *s;
  if (yogi_fails())
    return NULL;
  s = malloc(sizeof *s);
  if (!s)
    return NULL;
  s->is_open = 1;
  s->descriptor = descriptor;
  yogi_has_streams |= descriptor < 0;
  s->at_end = s->has_failed = 0;
  return (FILE *)s;
}

// What ends in 64 is linked where off_t has 64 bits because the program asks for it.
YOGI_WEAK FILE *fopen(const char *path, const char *mode) { return yogi_open_stream(-1); }
YOGI_WEAK FILE *fopen64(const char *path, const char *mode) { return yogi_open_stream(-1); }
YOGI_WEAK FILE *tmpfile(void) { return yogi_open_stream(-1); }
YOGI_WEAK FILE *tmpfile64(void) { return yogi_open_stream(-1); }
YOGI_WEAK FILE *setmntent(const char *path, const char *mode) { return yogi_open_stream(-1); }
YOGI_WEAK FILE *fdopen(int descriptor, const char *mode) { return yogi_bad(descriptor) ? NULL : yogi_open_stream(descriptor); }
YOGI_WEAK FILE *popen(const char *command, const char *mode) { return yogi_open_stream(-1); }

// A stream that the library opened has a number that was closed before and is open since; which one is nothing to a
// program that does not ask for it.
static int yogi_number(FILE *f)
{
  struct yogi_stream *s = (struct yogi_stream *)f;
  if (!s->is_open) {
    errno = EBADF;
    return -1;
  }
  if (s->descriptor < 0)
    s->descriptor = yogi_some_descriptor();
  return s->descriptor;
}

YOGI_WEAK int fileno(FILE *f) { return yogi_number(f); }
YOGI_WEAK int fileno_unlocked(FILE *f) { return yogi_number(f); }

static int yogi_close_stream(FILE *f)
{
  struct yogi_stream *s = (struct yogi_stream *)f;
  if (s->is_open)
    yogi_close_descriptor(s->descriptor);
  s->is_open = 0;
  return yogi_fails() ? EOF : 0;
}

// What was open is closed in any case; another file is open in its place, by a number that is chosen as that of fopen.
static FILE *yogi_reopen(FILE *f)
{
  struct yogi_stream *s = (struct yogi_stream *)f;
  if (s->is_open)
    yogi_close_descriptor(s->descriptor);
  s->is_open = s->at_end = s->has_failed = 0;
  if (yogi_fails())
    return NULL;
  s->is_open = 1;
  s->descriptor = -1;
  yogi_has_streams = 1;
  return f;
}

YOGI_WEAK FILE *freopen(const char *path, const char *mode, FILE *f) { return yogi_reopen(f); }
YOGI_WEAK FILE *freopen64(const char *path, const char *mode, FILE *f) { return yogi_reopen(f); }

YOGI_WEAK int fclose(FILE *f) { return yogi_close_stream(f); }

YOGI_WEAK int endmntent(FILE *f)
{
  if (f)
    yogi_close_stream(f);
  return 1;
}

YOGI_WEAK int pclose(FILE *f)
{
  yogi_signals();
  return yogi_close_stream(f) ? -1 : __VERIFIER_nondet_int();
}

static int yogi_miss(FILE *f)
{
  if (yogi_fails())
    ((struct yogi_stream *)f)->has_failed = 1;
  else
    ((struct yogi_stream *)f)->at_end = 1;
  return EOF;
}

static int yogi_next(FILE *f)
{
  if (!__VERIFIER_nondet_int())
    return yogi_miss(f);
  return (unsigned char)__VERIFIER_nondet_char();
}

int yogi_get(FILE *f)
{
  yogi_signals();
  return yogi_next(f);
}

YOGI_WEAK int fgetc(FILE *f) { return yogi_get(f); }
YOGI_WEAK int getc(FILE *f) { return yogi_get(f); }
YOGI_WEAK int getchar(void) { return yogi_get(stdin); }
YOGI_WEAK int fgetc_unlocked(FILE *f) { return yogi_get(f); }
YOGI_WEAK int getc_unlocked(FILE *f) { return yogi_get(f); }
YOGI_WEAK int getchar_unlocked(void) { return yogi_get(stdin); }

YOGI_WEAK int getw(FILE *f)
{
  int word = __VERIFIER_nondet_int();
  return yogi_get(f) == EOF ? EOF : word;
}

YOGI_WEAK char *fgets(char *line, int size, FILE *f)
{
  int n = 0;
  yogi_signals();
  if (size <= 0)
    return NULL;
  while (n < size - 1) {
    int c = yogi_next(f);
    if (c == EOF && (n == 0 || ((struct yogi_stream *)f)->has_failed))
      return NULL;
    if (c == EOF)
      break;
    line[n++] = (char)c;
    if (c == '\n')
      break;
  }
  line[n] = 0;
  return line;
}

YOGI_WEAK char *fgets_unlocked(char *line, int size, FILE *f) { return fgets(line, size, f); }

// A line without its end, however long it is.
YOGI_WEAK char *gets(char *line)
{
  int n = 0;
  yogi_signals();
  for (;;) {
    int c = yogi_next(stdin);
    if (c == EOF && (n == 0 || ((struct yogi_stream *)stdin)->has_failed))
      return NULL;
    if (c == EOF || c == '\n')
      break;
    line[n++] = (char)c;
  }
  line[n] = 0;
  return line;
}

YOGI_WEAK size_t fread(void *to, size_t size, size_t count, FILE *f)
{
  size_t all = size * count, got = (size_t)__VERIFIER_nondet_long();
  if (size == 0 || count == 0)
    return 0;
  yogi_signals();
  __VERIFIER_assume(got <= all);
  for (size_t i = 0; i < got; i++)
    ((char *)to)[i] = __VERIFIER_nondet_char();
  if (got < all)
    yogi_miss(f);
  return got / size;
}

YOGI_WEAK size_t fread_unlocked(void *to, size_t size, size_t count, FILE *f) { return fread(to, size, count, f); }

// A line and the room for it, which is made anew where there is too little. At the end of the file, or where reading
// fails, there is a line if something was read before the end.
YOGI_WEAK ssize_t getdelim(char **line, size_t *size, int end, FILE *f)
{
  size_t n = 0;
  yogi_signals();
  for (;;) {
    int c = yogi_next(f);
    if (!*line || n + 2 > *size) {
      size_t room = (size_t)__VERIFIER_nondet_long();
      char *larger;
      __VERIFIER_assume(room >= n + 2 && room <= (size_t)-1 / 2);
      larger = realloc(*line, room);
      if (!larger)
        return -1;
      *line = larger;
      *size = room;
    }
    if (c == EOF && (n == 0 || ((struct yogi_stream *)f)->has_failed))
      return -1;
    if (c != EOF)
      (*line)[n++] = (char)c;
    if (c == EOF || c == (unsigned char)end)
      break;
  }
  (*line)[n] = 0;
  return (ssize_t)n;
}

YOGI_WEAK ssize_t getline(char **line, size_t *size, FILE *f) { return getdelim(line, size, '\n', f); }
YOGI_WEAK ssize_t __getdelim(char **line, size_t *size, int end, FILE *f) { return getdelim(line, size, end, f); }

// What is put back is read again, also behind the end, and its bytes are any as all that is read.
YOGI_WEAK int ungetc(int c, FILE *f)
{
  if (c == EOF || yogi_fails())
    return EOF;
  ((struct yogi_stream *)f)->at_end = 0;
  return (unsigned char)c;
}

int yogi_put(FILE *f)
{
  if (!yogi_fails())
    return 0;
  ((struct yogi_stream *)f)->has_failed = 1;
  return EOF;
}

YOGI_WEAK int fputc(int c, FILE *f) { return yogi_put(f) ? EOF : (unsigned char)c; }
YOGI_WEAK int putc(int c, FILE *f) { return yogi_put(f) ? EOF : (unsigned char)c; }
YOGI_WEAK int putchar(int c) { return putc(c, stdout); }
YOGI_WEAK int fputc_unlocked(int c, FILE *f) { return putc(c, f); }
YOGI_WEAK int putc_unlocked(int c, FILE *f) { return putc(c, f); }
YOGI_WEAK int putchar_unlocked(int c) { return putc(c, stdout); }
YOGI_WEAK int putw(int word, FILE *f) { return yogi_put(f); }

// What was written: no negative number unless it failed, which is any negative one.
static int yogi_print(FILE *f)
{
  int result = __VERIFIER_nondet_int();
  int failed = yogi_put(f) != 0;
  __VERIFIER_assume((result < 0) == failed);
  return result;
}

YOGI_WEAK void perror(const char *s) { yogi_put(stderr); }
YOGI_WEAK int fputs(const char *s, FILE *f) { return yogi_print(f); }
YOGI_WEAK int fputs_unlocked(const char *s, FILE *f) { return yogi_print(f); }
YOGI_WEAK int puts(const char *s) { return yogi_print(stdout); }
YOGI_WEAK int fprintf(FILE *f, const char *format, ...) { return yogi_print(f); }
YOGI_WEAK int printf(const char *format, ...) { return yogi_print(stdout); }
YOGI_WEAK int vfprintf(FILE *f, const char *format, va_list arguments) { return yogi_print(f); }
YOGI_WEAK int vprintf(const char *format, va_list arguments) { return yogi_print(stdout); }

// Which stream it is where all are flushed and writing fails is seen where the program asks.
static int yogi_some_failed;

YOGI_WEAK int fflush(FILE *f)
{
  if (f)
    return yogi_put(f);
  if (!yogi_fails())
    return 0;
  yogi_some_failed = 1;
  return EOF;
}

YOGI_WEAK int fflush_unlocked(FILE *f) { return fflush(f); }

// Fewer elements are written only where writing failed.
YOGI_WEAK size_t fwrite(const void *from, size_t size, size_t count, FILE *f)
{
  size_t written = (size_t)__VERIFIER_nondet_long();
  if (size == 0 || count == 0)
    return 0;
  if (!yogi_put(f))
    return count;
  __VERIFIER_assume(written < count);
  return written;
}

YOGI_WEAK size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *f) { return fwrite(from, size, count, f); }

// What err.h, signal.h and netdb.h say goes to the standard error stream.
YOGI_WEAK void warn(const char *format, ...) { yogi_put(stderr); }
YOGI_WEAK void warnx(const char *format, ...) { yogi_put(stderr); }
YOGI_WEAK void vwarn(const char *format, va_list arguments) { yogi_put(stderr); }
YOGI_WEAK void vwarnx(const char *format, va_list arguments) { yogi_put(stderr); }
YOGI_WEAK void psignal(int signal, const char *s) { yogi_put(stderr); }
YOGI_WEAK void psiginfo(const siginfo_t *information, const char *s) { yogi_put(stderr); }
YOGI_WEAK void herror(const char *s) { yogi_put(stderr); }

static void yogi_give_up(int status)
{
  yogi_put(stderr);
  exit(status);
}

YOGI_WEAK void err(int status, const char *format, ...) { yogi_give_up(status); }
YOGI_WEAK void errx(int status, const char *format, ...) { yogi_give_up(status); }
YOGI_WEAK void verr(int status, const char *format, va_list arguments) { yogi_give_up(status); }
YOGI_WEAK void verrx(int status, const char *format, va_list arguments) { yogi_give_up(status); }

// What was not written yet is written before, which may fail.
static int yogi_settle(FILE *f)
{
  if (!yogi_fails())
    return 0;
  if (__VERIFIER_nondet_int())
    ((struct yogi_stream *)f)->has_failed = 1;
  return -1;
}

static int yogi_seek(FILE *f)
{
  if (yogi_settle(f))
    return -1;
  ((struct yogi_stream *)f)->at_end = 0;
  return 0;
}

// What error.h says: what is to be printed is printed before it, and only a status other than 0 ends the program.
YOGI_WEAK unsigned error_message_count;
YOGI_WEAK int error_one_per_line;

static void yogi_tell_error(int status)
{
  yogi_put(stdout);
  yogi_put(stderr);
  error_message_count++;
  if (status)
    exit(status);
}

YOGI_WEAK void error(int status, int number, const char *format, ...) { yogi_tell_error(status); }

// A line is told of once, if the program asks for that, and then nothing ends it either.
YOGI_WEAK void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
  if (!error_one_per_line || __VERIFIER_nondet_int())
    yogi_tell_error(status);
}

YOGI_WEAK int fseek(FILE *f, long offset, int from) { return yogi_seek(f); }
YOGI_WEAK int fseeko(FILE *f, off_t offset, int from) { return yogi_seek(f); }
YOGI_WEAK int fseeko64(FILE *f, yogi_offset offset, int from) { return yogi_seek(f); }
YOGI_WEAK int fsetpos(FILE *f, const fpos_t *at) { return yogi_seek(f); }
YOGI_WEAK int fsetpos64(FILE *f, const void *at) { return yogi_seek(f); }

YOGI_WEAK void rewind(FILE *f) { ((struct yogi_stream *)f)->at_end = ((struct yogi_stream *)f)->has_failed = 0; }

static long yogi_tell(FILE *f)
{
  long at = __VERIFIER_nondet_long();
  if (yogi_settle(f))
    return -1;
  __VERIFIER_assume(at >= 0);
  return at;
}

static int yogi_mark(FILE *f, char *at, long size)
{
  if (yogi_settle(f))
    return -1;
  yogi_fill(at, size);
  return 0;
}

YOGI_WEAK int fgetpos(FILE *f, fpos_t *at) { return yogi_mark(f, (char *)at, sizeof *at); }
#ifdef __LP64__
YOGI_WEAK int fgetpos64(FILE *f, fpos_t *at) { return yogi_mark(f, (char *)at, sizeof *at); }
#endif

YOGI_WEAK long ftell(FILE *f) { return yogi_tell(f); }
#ifdef __LP64__
YOGI_WEAK off_t ftello(FILE *f) { return yogi_tell(f); }
YOGI_WEAK yogi_offset ftello64(FILE *f) { return yogi_tell(f); }
#endif

YOGI_WEAK int feof(FILE *f) { return ((struct yogi_stream *)f)->at_end; }

YOGI_WEAK int ferror(FILE *f)
{
  struct yogi_stream *s = (struct yogi_stream *)f;
  if (yogi_some_failed && __VERIFIER_nondet_int())
    s->has_failed = 1;
  return s->has_failed;
}

YOGI_WEAK void clearerr(FILE *f)
{
  ((struct yogi_stream *)f)->at_end = ((struct yogi_stream *)f)->has_failed = 0;
}

YOGI_WEAK int feof_unlocked(FILE *f) { return feof(f); }
YOGI_WEAK int ferror_unlocked(FILE *f) { return ferror(f); }
YOGI_WEAK void clearerr_unlocked(FILE *f) { clearerr(f); }

// Wide characters: bytes that are none leave an error.
static wint_t yogi_get_wide(FILE *f)
{
  wchar_t c = (wchar_t)__VERIFIER_nondet_int();
  if (yogi_get(f) == EOF)
    return WEOF;
  __VERIFIER_assume((wint_t)c != WEOF);
  return (wint_t)c;
}

YOGI_WEAK wint_t fgetwc(FILE *f) { return yogi_get_wide(f); }
YOGI_WEAK wint_t getwc(FILE *f) { return yogi_get_wide(f); }
YOGI_WEAK wint_t getwchar(void) { return yogi_get_wide(stdin); }
YOGI_WEAK wint_t fgetwc_unlocked(FILE *f) { return yogi_get_wide(f); }
YOGI_WEAK wint_t getwc_unlocked(FILE *f) { return yogi_get_wide(f); }
YOGI_WEAK wint_t getwchar_unlocked(void) { return yogi_get_wide(stdin); }

static wchar_t *yogi_get_line(wchar_t *line, int size, FILE *f)
{
  int n = 0;
  if (size <= 0)
    return NULL;
  while (n < size - 1) {
    wint_t c = yogi_get_wide(f);
    if (c == WEOF && (n == 0 || ((struct yogi_stream *)f)->has_failed))
      return NULL;
    if (c == WEOF)
      break;
    line[n++] = (wchar_t)c;
    if (c == L'\n')
      break;
  }
  line[n] = 0;
  return line;
}

YOGI_WEAK wchar_t *fgetws(wchar_t *line, int size, FILE *f) { return yogi_get_line(line, size, f); }
YOGI_WEAK wchar_t *fgetws_unlocked(wchar_t *line, int size, FILE *f) { return yogi_get_line(line, size, f); }

YOGI_WEAK wint_t ungetwc(wint_t c, FILE *f)
{
  if (c == WEOF || yogi_fails())
    return WEOF;
  ((struct yogi_stream *)f)->at_end = 0;
  return c;
}

YOGI_WEAK wint_t fputwc(wchar_t c, FILE *f) { return yogi_put(f) ? WEOF : (wint_t)c; }
YOGI_WEAK wint_t putwc(wchar_t c, FILE *f) { return yogi_put(f) ? WEOF : (wint_t)c; }
YOGI_WEAK wint_t putwchar(wchar_t c) { return yogi_put(stdout) ? WEOF : (wint_t)c; }
YOGI_WEAK wint_t fputwc_unlocked(wchar_t c, FILE *f) { return yogi_put(f) ? WEOF : (wint_t)c; }
YOGI_WEAK wint_t putwc_unlocked(wchar_t c, FILE *f) { return yogi_put(f) ? WEOF : (wint_t)c; }
YOGI_WEAK wint_t putwchar_unlocked(wchar_t c) { return yogi_put(stdout) ? WEOF : (wint_t)c; }
YOGI_WEAK int fputws(const wchar_t *s, FILE *f) { return yogi_print(f); }
YOGI_WEAK int fputws_unlocked(const wchar_t *s, FILE *f) { return yogi_print(f); }
YOGI_WEAK int fwprintf(FILE *f, const wchar_t *format, ...) { return yogi_print(f); }
YOGI_WEAK int wprintf(const wchar_t *format, ...) { return yogi_print(stdout); }
YOGI_WEAK int vfwprintf(FILE *f, const wchar_t *format, va_list arguments) { return yogi_print(f); }
YOGI_WEAK int vwprintf(const wchar_t *format, va_list arguments) { return yogi_print(stdout); }

struct yogi_directory {
  int is_open, descriptor;
  struct dirent entry;
};

static DIR *yogi_open_directory(int descriptor)
{
  struct yogi_directory *d = malloc(sizeof *d);
  if (!d)
    return NULL;
  d->is_open = 1;
  d->descriptor = descriptor;
  return (DIR *)d;
}

YOGI_WEAK DIR *opendir(const char *path)
{
  int descriptor = yogi_open_descriptor();
  DIR *d;
  if (descriptor < 0)
    return NULL;
  d = yogi_open_directory(descriptor);
  if (!d)
    yogi_close_descriptor(descriptor);
  return d;
}

YOGI_WEAK DIR *fdopendir(int descriptor) { return yogi_bad(descriptor) || yogi_fails() ? NULL : yogi_open_directory(descriptor); }

static struct dirent *yogi_next_entry(DIR *folder)
{
  struct yogi_directory *d = (struct yogi_directory *)folder;
  int n = 0;
  char c;
  if (!__VERIFIER_nondet_int())
    return NULL;
  d->entry.d_ino = (ino_t)__VERIFIER_nondet_long();
  d->entry.d_type = (unsigned char)__VERIFIER_nondet_char();
  c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c != 0);
  while (c && n < 255) {
    __VERIFIER_assume(c != '/');
    d->entry.d_name[n++] = c;
    c = __VERIFIER_nondet_char();
  }
  d->entry.d_name[n] = 0;
  return &d->entry;
}

YOGI_WEAK struct dirent *readdir(DIR *folder) { return yogi_next_entry(folder); }
#ifdef __LP64__
YOGI_WEAK struct dirent *readdir64(DIR *folder) { return yogi_next_entry(folder); }
#endif

YOGI_WEAK void rewinddir(DIR *d) { }
YOGI_WEAK int dirfd(DIR *d) { return ((struct yogi_directory *)d)->descriptor; }

YOGI_WEAK int closedir(DIR *folder)
{
  struct yogi_directory *d = (struct yogi_directory *)folder;
  if (d->is_open)
    yogi_close_descriptor(d->descriptor);
  d->is_open = 0;
  return yogi_fails() ? -1 : 0;
}
