/* What the random programs of this folder need: safe arithmetic, and a checksum of what they compute. */
#include <stdint.h>
#include <stddef.h>
#include <limits.h>
#include <string.h>
#ifdef PRINT
int printf(const char *, ...);
#else
extern void reach_error(void);
#define printf(...) ((void)0)
#endif

/* The left operand stands in for a result that C does not define. */
#define MINUS(type, s) static type safe_unary_minus_func_##type##_##s(type x) { return (type)-(unsigned long long)x; }
#define WRAPPING(type, s, name, op) \
  static type safe_##name##_func_##type##_##s##_##s(type x, type y) { return (type)((unsigned long long)x op (unsigned long long)y); }
#define DIVIDING(type, s, low, name, op) \
  static type safe_##name##_func_##type##_##s##_##s(type x, type y) { return y == 0 || low && x == low && y == (type)-1 ? x : (type)(x op y); }
#define SHIFT(type, s, name, op, amount, t) \
  static type safe_##name##_func_##type##_##s##_##t(type x, amount n) \
  { return n < 0 || n >= (int)sizeof(type) * CHAR_BIT || x < 0 ? x : (type)(x op n); }
#define ALL(type, s, low) MINUS(type, s) WRAPPING(type, s, add, +) WRAPPING(type, s, sub, -) WRAPPING(type, s, mul, *) \
  DIVIDING(type, s, low, div, /) DIVIDING(type, s, low, mod, %) \
  SHIFT(type, s, lshift, <<, int, s) SHIFT(type, s, lshift, <<, unsigned, u) SHIFT(type, s, rshift, >>, int, s) SHIFT(type, s, rshift, >>, unsigned, u)
#define UNSIGNED(type) MINUS(type, u) WRAPPING(type, u, add, +) WRAPPING(type, u, sub, -) WRAPPING(type, u, mul, *) \
  DIVIDING(type, u, 0, div, /) DIVIDING(type, u, 0, mod, %) \
  SHIFT(type, u, lshift, <<, int, s) SHIFT(type, u, lshift, <<, unsigned, u) SHIFT(type, u, rshift, >>, int, s) SHIFT(type, u, rshift, >>, unsigned, u)
ALL(int8_t, s, INT8_MIN) ALL(int16_t, s, INT16_MIN) ALL(int32_t, s, INT32_MIN) ALL(int64_t, s, INT64_MIN)
UNSIGNED(uint8_t) UNSIGNED(uint16_t) UNSIGNED(uint32_t) UNSIGNED(uint64_t)

static uint32_t crc32_context = 2166136261u;
static void crc32_gentab(void) {}
static void transparent_crc(uint64_t value, const char *name, int flag) {
  for (int i = 0; i < 8; i++, value >>= 8) crc32_context = (crc32_context ^ (value & 255)) * 16777619u;
}
static void transparent_crc_bytes(char *p, int n, const char *name, int flag) {
  for (int i = 0; i < n; i++) transparent_crc(p[i], name, flag);
}
static void platform_main_begin(void) {}
static void platform_main_end(uint32_t sum, int flag) {
#ifdef PRINT
  printf("0x%x\n", sum);
#else
  if (sum != EXPECTED) reach_error();
#endif
}
