/* Calls each modelled function on many pseudo-random arguments and folds what it returns and writes into a number.
   functions.h, which is generated, prints the numbers or compares them with those that are expected. Arguments are
   evaluated one at a time, so that their order is the same for every compiler. */
#define _GNU_SOURCE
#include <stddef.h>
#include <inttypes.h>
#include <libgen.h>
#include <errno.h>
#include <netdb.h>
#include <regex.h>
#include <signal.h>
#include <stdlib.h>
#include <wchar.h>
#include <time.h>

#undef basename
char *basename(const char *);

void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memccpy(void *restrict, const void *restrict, int, size_t);
void *memmem(const void *, size_t, const void *, size_t);
void *memset(void *, int, size_t);
void *memcpy(void *restrict, const void *restrict, size_t);
size_t strlen(const char *);
char *strrchr(const char *, int);
char *rindex(const char *, int);
char *index(const char *, int);
char *strchrnul(const char *, int);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
size_t strnlen(const char *, size_t);
char *strncat(char *restrict, const char *restrict, size_t);
char *stpcpy(char *restrict, const char *restrict);
char *stpncpy(char *restrict, const char *restrict, size_t);
char *strtok_r(char *restrict, const char *restrict, char **restrict);
char *strtok(char *restrict, const char *restrict);
char *strsep(char **restrict, const char *restrict);
char *strdup(const char *);
char *strndup(const char *, size_t);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *restrict, const char *restrict, size_t);
size_t strlcpy(char *restrict, const char *restrict, size_t);
size_t strlcat(char *restrict, const char *restrict, size_t);
void bcopy(const void *, void *, size_t);
void swab(const void *restrict, void *restrict, ptrdiff_t);
double modf(double, double *);
double frexp(double, int *);
double fdim(double, double);
float modff(float, float *);
float frexpf(float, int *);
double ldexp(double, int);
float ldexpf(float, int);
double scalbn(double, int);
float scalbnf(float, int);
double scalbln(double, long);
float scalblnf(float, long);
double nextafter(double, double);
float nextafterf(float, float);

#ifdef REFERENCE
/* For a C library that does not have these: OpenBSD's manual in code. */
__attribute__((weak)) size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
  size_t i = 0;
  for (; from[i] && i + 1 < size; i++) to[i] = from[i];
  if (size) to[i] = 0;
  return strlen(from);
}
__attribute__((weak)) size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
  size_t used = strnlen(to, size), i = 0;
  if (used == size) return size + strlen(from);
  for (; from[i] && used + i + 1 < size; i++) to[used + i] = from[i];
  to[used + i] = 0;
  return used + strlen(from);
}
#endif

#define ROUNDS 40
#define ROOM 24

static unsigned long long sum, state;
static char a[ROOM], b[ROOM], c[2 * ROOM];

static unsigned next(unsigned below)
{
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(state >> 33) % below;
}

static void fold(unsigned long long x) { sum = (sum ^ x) * 0x9E3779B97F4A7C15ULL + (sum >> 29); }

/* Signs, not values, of what compares. */
static void fold_sign(int x) { fold(x > 0 ? 2 : x < 0 ? 1 : 0); }

static void fold_bytes(const char *bytes, unsigned n)
{
  for (unsigned i = 0; i < n; i++) fold((unsigned char)bytes[i]);
}

/* A place in a buffer as its offset, null as a number of its own. */
static void fold_place(const void *place, const char *buffer) { fold(place ? (unsigned long long)((const char *)place - buffer) : 999); }

/* A result is within the buffer, or a text of the library's. */
static void fold_result(const char *result, const char *buffer)
{
  if (result >= buffer && result < buffer + ROOM)
    fold_place(result, buffer);
  else
    fold_bytes(result, (unsigned)strlen(result) + 1);
}

static void text(char *to, unsigned most, const char *letters)
{
  unsigned n = next(most), kinds = (unsigned)strlen(letters);
  memset(to, 0, ROOM);
  for (unsigned i = 0; i < n; i++) to[i] = letters[next(kinds)];
}

static void texts(void)
{
  text(a, ROOM - 4, "abAB, -");
  text(b, 4, "abAB, -");
}

static char letter(void) { return "abAB,\0 -z"[next(9)]; }

#define EACH static unsigned long long
#define RUN(...) { sum = 17; state = 1; for (int round = 0; round < ROUNDS; round++) { texts(); __VA_ARGS__ } return sum; }

EACH check_memchr(void) RUN(char l = letter(); fold_place(memchr(a, l, next(ROOM)), a);)
EACH check_memrchr(void) RUN(char l = letter(); fold_place(memrchr(a, l, next(ROOM)), a);)
EACH check_rawmemchr(void) RUN(a[ROOM - 1] = 'q'; fold_place(rawmemchr(a, next(2) ? 'q' : 0), a);)
EACH check_memccpy(void) RUN(memset(c, 1, ROOM); char l = letter(); fold_place(memccpy(c, a, l, next(ROOM)), c); fold_bytes(c, ROOM);)
EACH check_memmem(void) RUN(unsigned n = next(ROOM); fold_place(memmem(a, n, b, next(4)), a);)
EACH check_strrchr(void) RUN(fold_place(strrchr(a, letter()), a);)
EACH check_rindex(void) RUN(fold_place(rindex(a, letter()), a);)
EACH check_index(void) RUN(fold_place(index(a, letter()), a);)
EACH check_strchrnul(void) RUN(fold_place(strchrnul(a, letter()), a);)
EACH check_strstr(void) RUN(fold_place(strstr(a, b), a);)
EACH check_strcasestr(void) RUN(fold_place(strcasestr(a, b), a);)
EACH check_strspn(void) RUN(fold(strspn(a, b));)
EACH check_strcspn(void) RUN(fold(strcspn(a, b));)
EACH check_strpbrk(void) RUN(fold_place(strpbrk(a, b), a);)
EACH check_strnlen(void) RUN(fold(strnlen(a, next(ROOM)));)
EACH check_strncat(void) RUN(memset(c, 0, sizeof c); memcpy(c, b, 4); fold_place(strncat(c, a, next(ROOM)), c); fold_bytes(c, sizeof c);)
EACH check_stpcpy(void) RUN(memset(c, 1, ROOM); fold_place(stpcpy(c, a), c); fold_bytes(c, ROOM);)
EACH check_stpncpy(void) RUN(memset(c, 1, ROOM); fold_place(stpncpy(c, a, next(ROOM)), c); fold_bytes(c, ROOM);)
EACH check_strtok_r(void) RUN(char *rest; for (char *w = strtok_r(a, b, &rest); w; w = strtok_r(0, b, &rest)) { fold_place(w, a); fold_place(rest, a); } fold_bytes(a, ROOM);)
EACH check_strtok(void) RUN(for (char *w = strtok(a, b); w; w = strtok(0, next(2) ? b : ",")) fold_place(w, a); fold_bytes(a, ROOM);)
EACH check_strsep(void) RUN(char *rest = a; for (char *w; (w = strsep(&rest, b)) != 0;) fold_place(w, a); fold_bytes(a, ROOM); fold(rest == 0);)
EACH check_strdup(void) RUN(char *copy = strdup(a); fold_bytes(copy, (unsigned)strlen(a) + 1); free(copy);)
EACH check_strndup(void) RUN(char *copy = strndup(a, next(ROOM)); fold_bytes(copy, (unsigned)strlen(copy) + 1); free(copy);)
EACH check_strcasecmp(void) RUN(text(c, 4, "abAB"); fold_sign(strcasecmp(b, c)); text(b, 4, "abAB"); fold_sign(strcasecmp(b, c));)
EACH check_strncasecmp(void) RUN(text(c, 4, "abAB"); text(b, 4, "abAB"); fold_sign(strncasecmp(b, c, next(5)));)
EACH check_strcoll(void) RUN(text(c, 4, "abAB"); fold_sign(strcoll(b, c));)
EACH check_strxfrm(void) RUN(memset(c, 1, ROOM); size_t room = next(ROOM); size_t n = strxfrm(c, a, room); fold(n); if (n < room) fold_bytes(c, (unsigned)n + 1);)
EACH check_strlcpy(void) RUN(memset(c, 1, ROOM); fold(strlcpy(c, a, next(ROOM))); fold_bytes(c, ROOM);)
EACH check_strlcat(void) RUN(memset(c, 1, ROOM); memcpy(c, b, 4); fold(strlcat(c, a, next(ROOM))); fold_bytes(c, ROOM);)
EACH check___xpg_basename(void) RUN(text(a, 6, "/b"); fold_result(__xpg_basename(a), a); fold_bytes(a, ROOM);)
EACH check_basename(void) RUN(text(a, 6, "/b"); fold_place(basename(a), a);)
EACH check_dirname(void) RUN(text(a, 6, "/b"); fold_result(dirname(a), a); fold_bytes(a, ROOM);)
EACH check_bcopy(void) RUN(unsigned n = next(ROOM / 2), from = next(8); bcopy(a + from, a + next(8), n); fold_bytes(a, ROOM);)
static struct addrinfo *one_more(struct addrinfo *list)
{
  struct addrinfo *more = malloc(sizeof *more);
  if (more == 0) return list;
  memset(more, 0, sizeof *more);
  more->ai_canonname = next(2) ? malloc(3) : 0;
  more->ai_next = list;
  return more;
}
EACH check_freeaddrinfo(void) RUN(struct addrinfo *list = 0; for (unsigned n = next(3); n > 0; n--) list = one_more(list); freeaddrinfo(list); fold(1);)

/* Of nothing, since the machine's keeps something else than the model does. */
EACH check_regfree(void) RUN(regex_t none; memset(&none, 0, sizeof none); none.re_nsub = next(8); regfree(&none); fold(none.re_nsub); fold(*(char **)&none == 0);)

static unsigned long sets[1024 / (8 * sizeof(unsigned long))];
/* No promise is made of what is behind the 64 signals. */
EACH check_sigemptyset(void) RUN(memset(sets, 7, sizeof sets); fold(sigemptyset((sigset_t *)sets)); fold_bytes((char *)sets, 8);)
EACH check_sigfillset(void) RUN(memset(sets, 7, sizeof sets); fold(sigfillset((sigset_t *)sets)); fold_bytes((char *)sets, 8);)
EACH check_sigaddset(void) RUN(memset(sets, next(2) ? 0x55 : 0, sizeof sets); errno = 0; fold(sigaddset((sigset_t *)sets, (int)next(70) - 2)); fold(errno); fold_bytes((char *)sets, sizeof sets);)
EACH check_sigdelset(void) RUN(memset(sets, next(2) ? 0x55 : 0xff, sizeof sets); errno = 0; fold(sigdelset((sigset_t *)sets, (int)next(70) - 2)); fold(errno); fold_bytes((char *)sets, sizeof sets);)
EACH check_sigismember(void) RUN(memset(sets, next(2) ? 0x55 : 0x0f, sizeof sets); errno = 0; fold(sigismember((const sigset_t *)sets, (int)next(70) - 2)); fold(errno);)

EACH check_swab(void) RUN(memset(c, 1, ROOM); swab(a, c, (int)next(ROOM) - 2); fold_bytes(c, ROOM);)

/* The same texts of wide characters, some of them negative. */
static wchar_t wa[ROOM], wb[ROOM], wc[2 * ROOM];
static wchar_t wide(char c) { return c == '-' ? -7 : c == 'B' ? 0x10ffff : c; }
static void widen(void)
{
  for (int i = 0; i < ROOM; i++) { wa[i] = wide(a[i]); wb[i] = wide(b[i]); wc[i] = wc[ROOM + i] = 1; }
}
static void fold_wide(const wchar_t *text, unsigned n) { for (unsigned i = 0; i < n; i++) fold((unsigned)text[i]); }
static void fold_index(const wchar_t *place, const wchar_t *buffer) { fold(place ? (unsigned long long)(place - buffer) : 999); }
#define WIDE(...) RUN(widen(); __VA_ARGS__)

EACH check_wcslen(void) WIDE(fold(wcslen(wa));)
EACH check_wcsnlen(void) WIDE(fold(wcsnlen(wa, next(ROOM)));)
EACH check_wcscpy(void) WIDE(fold_index(wcscpy(wc, wa), wc); fold_wide(wc, ROOM);)
EACH check_wcpcpy(void) WIDE(fold_index(wcpcpy(wc, wa), wc); fold_wide(wc, ROOM);)
EACH check_wcsncpy(void) WIDE(fold_index(wcsncpy(wc, wa, next(ROOM)), wc); fold_wide(wc, ROOM);)
EACH check_wcscat(void) WIDE(wc[next(4)] = 0; fold_index(wcscat(wc, wa), wc); fold_wide(wc, 2 * ROOM);)
EACH check_wcsncat(void) WIDE(wc[next(4)] = 0; fold_index(wcsncat(wc, wa, next(ROOM)), wc); fold_wide(wc, 2 * ROOM);)
EACH check_wcscmp(void) WIDE(fold_sign(wcscmp(wa, wb)); wb[1] = wa[1]; wb[0] = wa[0]; fold_sign(wcscmp(wb, wa));)
EACH check_wcsncmp(void) WIDE(wb[0] = wa[0]; fold_sign(wcsncmp(wa, wb, next(5)));)
EACH check_wcschr(void) WIDE(fold_index(wcschr(wa, wide(letter())), wa);)
EACH check_wcsrchr(void) WIDE(fold_index(wcsrchr(wa, wide(letter())), wa);)
EACH check_wcsstr(void) WIDE(fold_index(wcsstr(wa, wb), wa);)
EACH check_wcspbrk(void) WIDE(fold_index(wcspbrk(wa, wb), wa);)
EACH check_wcsspn(void) WIDE(fold(wcsspn(wa, wb));)
EACH check_wcscspn(void) WIDE(fold(wcscspn(wa, wb));)
EACH check_wmemset(void) WIDE(unsigned n = next(ROOM); fold_index(wmemset(wc, wide(letter()), n), wc); fold_wide(wc, ROOM);)
EACH check_wmemcpy(void) WIDE(fold_index(wmemcpy(wc, wa, next(ROOM)), wc); fold_wide(wc, ROOM);)
EACH check_wmemmove(void) WIDE(unsigned n = next(ROOM / 2), from = next(8); fold_index(wmemmove(wa + next(8), wa + from, n), wa); fold_wide(wa, ROOM);)
EACH check_wmemcmp(void) WIDE(wb[0] = wa[0]; fold_sign(wmemcmp(wa, wb, next(5)));)
EACH check_wmemchr(void) WIDE(wchar_t l = wide(letter()); fold_index(wmemchr(wa, l, next(ROOM)), wa);)
EACH check_wcsdup(void) WIDE(wchar_t *copy = wcsdup(wa); fold_wide(copy, (unsigned)wcslen(wa) + 1); free(copy);)

static int by_letter(const void *x, const void *y) { return *(const unsigned char *)x - *(const unsigned char *)y; }

EACH check_qsort(void) RUN(text(c, 10, "dacb"); unsigned size = 1 + next(3); qsort(c, strlen(c) / size, size, by_letter); fold_bytes(c, ROOM);)
EACH check_bsearch(void) RUN(char key = letter(); fold_place(bsearch(&key, "abdegz", 6, 1, by_letter) ? &key : 0, &key); fold(bsearch(&key, "abdegz", next(6), 1, by_letter) != 0);)

#define NUMBER(read) \
  text(a, ROOM - 4, next(2) ? "0123456789" : "0x7f -+zG19"); \
  if (next(3) == 0) memcpy(a, next(2) ? "  -0x" : "\t+12 ", 5); \
  char *end = b; errno = 0; \
  int base = "\0\0\012\012\020\010\002\044\001\045\012"[next(11)]; \
  char **where = next(5) ? &end : 0; fold((unsigned long long)read(a, where, base)); \
  if (end != b) fold_place(end, a); \
  fold(errno == ERANGE ? 1 : errno == EINVAL ? 2 : errno != 0 ? 3 : 0);

EACH check_strtol(void) RUN(NUMBER(strtol))
EACH check_strtoul(void) RUN(NUMBER(strtoul))
EACH check_strtoll(void) RUN(NUMBER(strtoll))
EACH check_strtoull(void) RUN(NUMBER(strtoull))
EACH check_strtoimax(void) RUN(NUMBER(strtoimax))
EACH check_strtoumax(void) RUN(NUMBER(strtoumax))
EACH check_reallocarray(void) RUN(errno = 0; char *copy = reallocarray(0, next(9) + 1, 3); memcpy(copy, a, 3); char *more = reallocarray(copy, 5, 9); fold_bytes(more, 3); fold(reallocarray(more, SIZE_MAX / 2, 3) == 0); fold((unsigned)errno == ENOMEM); free(more);)
EACH check___errno_location(void) RUN(errno = (int)next(200); fold((unsigned)errno); int *place = &errno; *place = 7; fold((unsigned)errno);)

const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);
EACH check___ctype_b_loc(void) RUN(for (int i = -128 + round; i < 256; i += ROUNDS) fold((*__ctype_b_loc())[i]);)
EACH check___ctype_tolower_loc(void) RUN(for (int i = -128 + round; i < 256; i += ROUNDS) fold((unsigned)(*__ctype_tolower_loc())[i]);)
EACH check___ctype_toupper_loc(void) RUN(for (int i = -128 + round; i < 256; i += ROUNDS) fold((unsigned)(*__ctype_toupper_loc())[i]);)

EACH check___ctype_get_mb_cur_max(void) RUN(fold(__ctype_get_mb_cur_max());)

EACH check_div(void) RUN(int x = (int)next(1000000) - 500000; div_t d = div(x, (int)next(1000) + 1); fold((unsigned)d.quot); fold((unsigned)d.rem);)
EACH check_ldiv(void) RUN(long x = (int)next(1000000) - 500000; ldiv_t d = ldiv(x, -(long)next(1000) - 1); fold((unsigned long)d.quot); fold((unsigned long)d.rem);)
EACH check_lldiv(void) RUN(long long x = (long long)next(1000000) * -5000000; lldiv_t d = lldiv(x, (int)next(1000) + 1); fold((unsigned long long)d.quot); fold((unsigned long long)d.rem);)
EACH check_imaxdiv(void) RUN(intmax_t x = (intmax_t)next(1000000) * -5000000; imaxdiv_t d = imaxdiv(x, (int)next(1000) + 1); fold((unsigned long)d.quot); fold((unsigned long)d.rem);)

static double number(void)
{
  union { unsigned long long bits; double value; } u;
  unsigned exponent = "\000\001\177\376\377\200\170\210"[next(8)] & 0xff;
  u.bits = (unsigned long long)next(1u << 31) << 33;
  u.bits ^= next(1u << 31);
  u.bits = (u.bits & 0x800fffffffffffffULL) | (unsigned long long)(exponent * 8 + next(8)) << 52;
  if (next(4) == 0) u.bits &= 0xfff0000000000000ULL;
  return u.value;
}

static void fold_number(double x)
{
  union { double value; unsigned long long bits; } u;
  u.value = x;
  fold(x == x ? u.bits : 5);
}

/* All sizes, and both ends of what difftime takes. */
static time_t moment(void)
{
  unsigned long long bits = (unsigned long long)next(1u << 31) << 33 ^ next(1u << 31);
  unsigned kind = next(4);
  return (time_t)(kind == 0 ? bits << 32 | bits >> 32 : kind == 1 ? bits >> next(64) : kind == 2 ? -(bits >> next(64)) : 1ULL << 63);
}

EACH check_difftime(void) RUN(time_t x = moment(), y = next(5) ? moment() : x; fold_number(difftime(x, y));)
EACH check_mbsinit(void) RUN(mbstate_t s; memset(&s, 0, sizeof s); s.__count = (int)next(3); fold_sign(mbsinit(next(3) ? &s : 0));)
EACH check_modf(void) RUN(double whole = 3; fold_number(modf(number(), &whole)); fold_number(whole);)
EACH check_frexp(void) RUN(double x = number(); int e = 3; fold_number(frexp(x, &e)); if (x - x == 0) fold((unsigned)e);)

/* Zeros, subnormal numbers, infinities, NaNs and others near the ends among them. */
static float short_number(void)
{
  union { unsigned bits; float value; } u;
  unsigned exponent = "\000\000\001\376\377\200\170\030"[next(8)] & 0xff;
  u.bits = next(1u << 31) << 1;
  u.bits = (u.bits & 0x807fffffU) | exponent << 23;
  if (next(4) == 0) u.bits &= 0xff800000U;
  return u.value;
}

/* Exponents that carry a number to any other, to the ends and beyond. */
static int shift(int reach)
{
  unsigned kind = next(8);
  if (kind == 0) return (int)(next(2) ? 2147483647u : 2147483648u);
  if (kind == 1) return (int)next(2000000) - 1000000;
  return (int)next(2 * (unsigned)reach) - reach;
}

static void fold_errno(void) { fold((unsigned)errno); errno = 0; }

EACH check_modff(void) RUN(float whole = 3; fold_number(modff(short_number(), &whole)); fold_number(whole);)
EACH check_frexpf(void) RUN(float x = short_number(); int e = 3; fold_number(frexpf(x, &e)); if (x - x == 0) fold((unsigned)e);)
EACH check_ldexp(void) RUN(errno = 0; double x = number(); int n = shift(2150); fold_number(ldexp(x, n)); fold_errno(); fold_number(ldexp(x, next(2) ? n % 60 : n % 1100)); fold_errno();)
EACH check_ldexpf(void) RUN(errno = 0; float x = short_number(); int n = shift(290); fold_number(ldexpf(x, n)); fold_errno(); fold_number(ldexpf(x, next(2) ? n % 30 : n % 150)); fold_errno();)
EACH check_scalbn(void) RUN(errno = 0; double x = number(); fold_number(scalbn(x, shift(1100))); fold_errno();)
EACH check_scalbnf(void) RUN(errno = 0; float x = short_number(); fold_number(scalbnf(x, shift(150))); fold_errno();)
EACH check_scalbln(void) RUN(errno = 0; double x = number(); fold_number(scalbln(x, shift(1100))); fold_errno();)
EACH check_scalblnf(void) RUN(errno = 0; float x = short_number(); fold_number(scalblnf(x, shift(150))); fold_errno();)
EACH check_nextafter(void) RUN(errno = 0; double x = number(); double y = number(); fold_number(nextafter(x, next(8) ? y : next(2) ? x : -x)); fold_errno(); fold_number(nextafter(x * 0, y)); fold_errno();)
EACH check_nextafterf(void) RUN(errno = 0; float x = short_number(); float y = short_number(); fold_number(nextafterf(x, next(8) ? y : next(2) ? x : -x)); fold_errno(); fold_number(nextafterf(x * 0, y)); fold_errno();)

int printf(const char *, ...);
void reach_error(void);

int main(void)
{
#include "functions.h"
  return 0;
}
