/* What glibc's headers make of calls where _FORTIFY_SOURCE is set: functions with a check, inside of ones to be inlined. */
#define FORTIFIED extern inline __attribute__((always_inline, gnu_inline, artificial))
#define SIZE(p) __builtin_object_size(p, 1)

FORTIFIED void *memcpy(void *restrict to, const void *restrict from, size_t n) { return __builtin___memcpy_chk(to, from, n, SIZE(to)); }
FORTIFIED void *memset(void *to, int c, size_t n) { return __builtin___memset_chk(to, c, n, SIZE(to)); }
FORTIFIED char *strcpy(char *restrict to, const char *restrict from) { return __builtin___strcpy_chk(to, from, SIZE(to)); }
FORTIFIED char *strcat(char *restrict to, const char *restrict from) { return __builtin___strcat_chk(to, from, SIZE(to)); }
char *strncpy(char *, const char *, size_t);
FORTIFIED char *strncpy(char *to, const char *from, size_t n) { return __builtin___strncpy_chk(to, from, n, SIZE(to)); }

extern size_t length_there(const char *) __asm__("strlen");
FORTIFIED size_t strlen(const char *s) { return length_there(s) + 0; }

extern void too_long(void) __attribute__((__error__("never called")));
FORTIFIED void *memmove(void *to, const void *from, size_t n)
{
  if (__builtin_constant_p(n) && n > 1000)
    too_long();
  return __builtin___memmove_chk(to, from, n, SIZE(to));
}

int main(void)
{
  char a[16], b[16];
  CHECK(memset(a, 'x', sizeof a) == a && a[15] == 'x');
  CHECK(strcpy(b, "one") == b && strlen(b) == 3);
  strcat(b, " two");
  CHECK(!memcmp(b, "one two", 8));
  memcpy(a, b, 8);
  memmove(a + 1, a, 8);
  CHECK(!memcmp(a, "oone two", 9));
  CHECK(strncpy(a, "abc", 5)[4] == 0 && a[5] == 't');
  return 0;
}
