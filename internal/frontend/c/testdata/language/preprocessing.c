#define STRING(x) #x
#define TEXT(x) STRING(x)
#define JOIN(a, b) a##b
#define CALL(f, ...) f(__VA_ARGS__)
#define OPTIONAL(f, args...) f(0, ##args)
#define COUNT(...) COUNT_(__VA_ARGS__, 3, 2, 1)
#define COUNT_(a, b, c, n, ...) n
#define EMPTY
#define LATER NOW
#define NOW 5
static int sum(int a, int b, int c) { return a + b + c; }
static int last(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n = 0; n = __builtin_va_arg(l, int); __builtin_va_end(l); return n; }
static int zero(int n, ...) { return n; }
int main(void) {
  CHECK(!strcmp(STRING(a  +   "b\n" '\0'), "a + \"b\\n\" '\\0'") && !strcmp(TEXT(NOW), "5") && !strcmp(STRING(NOW), "NOW"));
  int xy = 4, JOIN(x, 1) = 2;
  CHECK(JOIN(x, y) == 4 && x1 == 2 && JOIN(0x, 1F) == 31 && JOIN(, 7) == 7);
  CHECK(CALL(sum, 1, 2, 3) == 6 && OPTIONAL(last, 8) == 8 && OPTIONAL(zero) == 0);
  CHECK(COUNT(a) == 1 && COUNT(a, b) == 2 && COUNT(a, b, c) == 3);
  CHECK(LATER == 5 EMPTY);
#undef NOW
#define NOW 6
  CHECK(LATER == 6);
#if defined(NOW) && !defined UNKNOWN && (NOW > 5 ? 1 : 0) && -1 < 0 && (2 || 1 / 0) && 'a' == 97 && 0x10 == 16 && UNKNOWN == 0
  int taken = 1;
#elif 1
#error not here
#else
  int taken = 2;
#endif
  CHECK(taken == 1);
#if -1 > 0u
  taken = 3;
#endif
  CHECK(taken == 3);
#ifndef __INT_MAX__
#error no
#endif
#if __INT_MAX__ != 2147483647 || !defined __STDC__ || __STDC_VERSION__ < 201112L
#error no
#endif
  CHECK(__LINE__ > 40 && sizeof __FILE__ > 1);
#line 1000 "elsewhere.c"
  CHECK(__LINE__ == 1000 && !strcmp(__FILE__, "elsewhere.c"));
  int a = __COUNTER__, b = __COUNTER__;
  CHECK(b == a + 1);
#pragma push_macro("NOW")
#undef NOW
#define NOW 7
  CHECK(NOW == 7);
#pragma pop_macro("NOW")
  CHECK(NOW == 6);
#define KEEP _Pragma("push_macro(\"NOW\")")
#define BRING_BACK(name) _Pragma(#name)
  KEEP
#undef NOW
#define NOW 8
  CHECK(NOW == 8);
  BRING_BACK(pop_macro("NOW")) CHECK(NOW == 6);
  int digraphs<:2:> = <% 1, 2 %>;
  CHECK(digraphs<:1:> == 2);

  CHECK(sum /* a comment
  */ (1, // another
    2, 3) == 6);
#if __has_include(<stddef.h>) && __has_attribute(packed) && __has_builtin(__builtin_expect)
  CHECK(1);
#endif

  return 0;
}
