// Streams of files, pipes and directories. What is closed stays in memory, so that a use after it is seen and does no harm.
#include "system.h"
#include <dirent.h>
#include <stdio.h>

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

FILE *fopen(const char *path, const char *mode) { return yogi_open_stream(-1); }
FILE *tmpfile(void) { return yogi_open_stream(-1); }
FILE *fdopen(int descriptor, const char *mode) { return yogi_bad(descriptor) ? NULL : yogi_open_stream(descriptor); }
FILE *popen(const char *command, const char *mode) { return yogi_open_stream(-1); }

// A stream that the library opened has a number that was closed before and is open since; which one is nothing to a
// program that does not ask for it.
int fileno(FILE *f)
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

static int yogi_close_stream(FILE *f)
{
  struct yogi_stream *s = (struct yogi_stream *)f;
  if (s->is_open)
    yogi_close_descriptor(s->descriptor);
  s->is_open = 0;
  return yogi_fails() ? EOF : 0;
}

int fclose(FILE *f) { return yogi_close_stream(f); }

int pclose(FILE *f)
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

static int yogi_get(FILE *f)
{
  yogi_signals();
  return yogi_next(f);
}

int fgetc(FILE *f) { return yogi_get(f); }
int getc(FILE *f) { return yogi_get(f); }

char *fgets(char *line, int size, FILE *f)
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

size_t fread(void *to, size_t size, size_t count, FILE *f)
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

static int yogi_put(FILE *f)
{
  if (!yogi_fails())
    return 0;
  ((struct yogi_stream *)f)->has_failed = 1;
  return EOF;
}

int fputc(int c, FILE *f) { return yogi_put(f) ? EOF : (unsigned char)c; }
int putc(int c, FILE *f) { return yogi_put(f) ? EOF : (unsigned char)c; }

// What was written: no negative number unless it failed, which is any negative one.
static int yogi_print(FILE *f)
{
  int result = __VERIFIER_nondet_int();
  int failed = yogi_put(f) != 0;
  __VERIFIER_assume((result < 0) == failed);
  return result;
}

void perror(const char *s) { yogi_put(stderr); }
int fputs(const char *s, FILE *f) { return yogi_print(f); }
int fprintf(FILE *f, const char *format, ...) { return yogi_print(f); }
int fflush(FILE *f) { return f ? yogi_put(f) : 0; }

// Fewer elements are written only where writing failed.
size_t fwrite(const void *from, size_t size, size_t count, FILE *f)
{
  size_t written = (size_t)__VERIFIER_nondet_long();
  if (size == 0 || count == 0)
    return 0;
  if (!yogi_put(f))
    return count;
  __VERIFIER_assume(written < count);
  return written;
}

int fseek(FILE *f, long offset, int from)
{
  if (yogi_fails())
    return -1;
  ((struct yogi_stream *)f)->at_end = 0;
  return 0;
}

void rewind(FILE *f) { ((struct yogi_stream *)f)->at_end = ((struct yogi_stream *)f)->has_failed = 0; }

long ftell(FILE *f)
{
  long at = __VERIFIER_nondet_long();
  if (yogi_fails())
    return -1;
  __VERIFIER_assume(at >= 0);
  return at;
}

int feof(FILE *f) { return ((struct yogi_stream *)f)->at_end; }
int ferror(FILE *f) { return ((struct yogi_stream *)f)->has_failed; }

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

DIR *opendir(const char *path)
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

DIR *fdopendir(int descriptor) { return yogi_bad(descriptor) || yogi_fails() ? NULL : yogi_open_directory(descriptor); }

struct dirent *readdir(DIR *folder)
{
  struct yogi_directory *d = (struct yogi_directory *)folder;
  int n = 0;
  char c;
  if (!__VERIFIER_nondet_int())
    return NULL;
  d->entry.d_ino = __VERIFIER_nondet_uint();
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

void rewinddir(DIR *d) { }
int dirfd(DIR *d) { return ((struct yogi_directory *)d)->descriptor; }

int closedir(DIR *folder)
{
  struct yogi_directory *d = (struct yogi_directory *)folder;
  if (d->is_open)
    yogi_close_descriptor(d->descriptor);
  d->is_open = 0;
  return yogi_fails() ? -1 : 0;
}
