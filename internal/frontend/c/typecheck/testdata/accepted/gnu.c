#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#define CHECK(e) _Static_assert(e, #e)
typedef int int_byte __attribute__((__mode__(__QI__)));
CHECK(sizeof(int_byte) == 1);
struct __attribute__((packed)) P { char c; int i; } __attribute__((aligned(4)));
CHECK(sizeof(struct P) == 8 && offsetof(struct P, i) == 1);
struct Anonymous { int a; union { int b; struct { short c, d; }; }; };
CHECK(offsetof(struct Anonymous, d) == 6);
enum __attribute__((packed)) small { X, Y = 200 };
CHECK(sizeof(enum small) == 1);
CHECK(__builtin_types_compatible_p(typeof(int *), int *) && !__builtin_types_compatible_p(int, long));
int old(a, b, c) char a; float *b; { return a + *b + c; }
implicit(x) { return undeclared_function(x); }
static inline __attribute__((always_inline)) int statement(int x) { return ({ int y = x; y > 0 ? y : -y; }); }
int elvis(int x) { return x ?: 3; }
int ranges(int x) { switch (x) { case 1 ... 5: return 1; case 'a': default: return 2; } }
int designated[] = { [3] = 1, 2, [0 ... 1] = 7 };
CHECK(sizeof(designated) == 5 * sizeof(int));
struct Nested { int a[2]; struct { int x, y; } p[2]; char s[4]; } nested = { 1, 2, { { 3 }, 4, 5 }, .s = "abcd", .p[1].y = 6 };
struct Nested *literal = &(struct Nested){ .a = { 1 } };
char flat[][3] = { "ab", { 'c', 'd', 0 }, { "ef" } };
CHECK(sizeof(flat) == 9);
int (*table[2])(int) = { elvis, &ranges };
int (*returns(int x))(int) { return table[x & 1]; }
typedef void handler(int);
handler h, *hp;
void h(int s) { hp = h; hp = &h; (*hp)(s); (**hp)(s); hp(s); }
void *computed(int i) { void *targets[] = { &&one, &&two }; goto *targets[i]; one: return 0; two: return targets; }
int vla(int n, int m[n][n]) { int a[n], b[n + 1][3]; typedef int row[n]; row r; return sizeof a + sizeof(b[0]) + sizeof(row) + sizeof(int[n]) + m[1][1] + sizeof r; }
void assembler(int *p, int v) { __asm__ volatile ("movl %1, %0" : "=m" (*p), [out] "+r" (v) : "r" (v), "0" (v) : "memory", "cc"); asm("nop"); }
int generic(void) { return _Generic((char)1, char: 1, int: 2, default: 3); }
__extension__ typedef struct { __extension__ unsigned long long wide; } extended;
_Noreturn void stop(void);
extern int declared[];
int use(void) { extern int declared[]; return declared[1] + sizeof(nested.s); }
int declared[4];
_Thread_local int per_thread;
int shadow(int T) { typedef int T2; T2 x = T; { int T2 = x; x = T2 * T2; } return x; }
struct Forward; struct Forward *forward(struct Forward *); struct Forward { struct Forward *next; };
void labels(void) { __label__ a; goto a; a: ; { __label__ a; goto a; a: ; } }
int casts(void *p) { return (int)(intptr_t)p + ((int (*)(void (**)(struct Forward *f), int))p)(0, 1); }
_Bool b = 5, c = &b;
CHECK((_Bool)0.5 == 1 && (signed char)200 == -56 && -1 < 0u == 0 && 1 ? 1 : 0);
CHECK(sizeof(L"ab") == 3 * sizeof(wchar_t) && sizeof "a" "b" == 3 && '\377' == -1);
CHECK(__builtin_offsetof(struct Nested, p[1].y) == 20 && sizeof(struct { int :0; }) == 0);
double floats[] = { 1e3, 0x1p-2, .5f, 1.0L, 1.f, 1.f32, 1e2F64, 2.f32x, 0x1.f16p0f32 };
void complexes(double _Complex z) { float _Complex narrow = z; z = narrow; }
long long big = 18446744073709551615ULL, octal = 0777, binary = 0b101;
void asserts(int x) { assert(x > 0 && "text"); __builtin_expect(x, 0); if (__builtin_constant_p(x)) return; }
int comma(int i) { for (int j = 0, k = 1; j < i; j++, k--) i += k; return i, i; }
struct Bits { unsigned a : 3, : 0, b : 5; signed c : 4; _Bool d : 1; } bits = { 1, 2, -3, 1 };
struct Flexible { int n; char data[]; } flexible = { 2, { 1, 2, 3 } };
#pragma pack(push, 1)
struct Packed { char c; long long l; short s; };
#pragma pack(pop)
CHECK(sizeof(struct Packed) == 11 && sizeof(struct { char c; short s; }) == 4);
# 100 "elsewhere.c"
int line = __LINE__; CHECK(__LINE__ == 100);
#define VARIADIC(f, ...) f(0, ##__VA_ARGS__)
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a ## b
int variadic(int, ...);
int macros(void) { return VARIADIC(variadic) + VARIADIC(variadic, 1, 2) + sizeof(XSTR(CAT(a, b) "x\n")) + CAT(ma, cros)(); }
CHECK(sizeof(STR( a  "b" )) == 6);
_Pragma("once") int main(int argc, char **argv) { return argv[0][0]; }
int calls_before(void) { nothing_returned(1, "a"); return returns_int(2); }
void nothing_returned(int n, const char *text) { }
int returns_int(int n) { return n; }
[[nodiscard("why"), gnu::noinline]] int bracketed([[maybe_unused]] int x);
struct [[deprecated]] bracketed_struct { int a [[__gnu__::__unused__]], b[2] [[]]; };
int bracketed([[maybe_unused]] int x) { int y [[maybe_unused]] = 3; switch (x) { case 1: x++; [[fallthrough]]; default: return x; } }
