static int trace;
static void note(int *p) { trace = trace * 10 + *p; }
static void note2(void *p) { *(int *)p = 8; trace = trace * 10 + 8; }
static void drop(char **p) { free(*p); trace = trace * 10 + 9; }
static int leave_early(int n) {
  int a __attribute__((cleanup(note))) = 1;
  if (n == 1) return trace;
  {
    int b __attribute__((__cleanup__(note))) = 2;
    if (n == 2) return 5;
    if (n == 3) goto out;
    b = 4;
  }
  for (int i = 0; i < 3; i++) {
    int c __attribute__((cleanup(note))) = 6 + i;
    if (i == 1 && n == 4) continue;
    if (i == 1) break;
  }
out:
  trace = trace * 10;
  return 0;
}
static int placed __attribute__((section(".data" ".." "placed"))) = 5;
static int reset(void) { int t = trace; trace = 0; return t; }
static void jumps(int n) {
  int rounds = 0;
before:;
  int a __attribute__((cleanup(note))) = 1;
between:
  if (rounds++ < n) goto before;
  int b __attribute__((cleanup(note))) = 2;
  if (rounds++ == 3) goto between;
  {
    int c __attribute__((cleanup(note))) = 3;
    if (rounds < 9) { rounds = 9; goto between; }
  }
}
struct pair { int a, b[9]; };
static struct pair by_value(void) {
  struct pair p __attribute__((cleanup(note2))) = { 4 };
  return p;
}
static int original(int x) { return x + 1; }
int other(int x) __attribute__((alias("original")));
extern int renamed(int) __asm__("actual_name");
int actual_name(int x) { return x * 3; }
int soft(int x) __attribute__((weak));
int soft(int x) { return x - 1; }
static int used_late;
static void __attribute__((constructor)) early(void) { used_late = 7; }
extern inline __attribute__((gnu_inline)) int inlined(int x) { return x + 100; }
int inlined(int x) { return x + 100; }
static inline __attribute__((always_inline, const, nothrow, warn_unused_result)) int pure(int x) { return x * x; }
int tentative;
int tentative;
extern int tentative;
int tentative = 4;
static int forward[];
static int forward[3] = { 1, 2, 3 };
enum wide { SMALL = -1, LARGE = 0x100000000LL };
enum big { TOP = 0xffffffffu };
struct __attribute__((packed, aligned(2))) mixed { char c; int i; };
typedef int aligned_int __attribute__((aligned(16)));
struct holder { char c; aligned_int a; };
typedef struct { int x; } __attribute__((aligned(8))) padded;
static int shadow(int x) { { extern int tentative; int x = tentative; return x; } }
static int local_function(int x) { int twice(int); return twice(x); }
int twice(int x) { return 2 * x; }
static _Noreturn void never(void) { for (;;) abort(); }
int main(void) {
  CHECK(leave_early(1) == 0 && reset() == 1);
  CHECK(leave_early(2) == 5 && reset() == 21);
  CHECK(leave_early(3) == 0 && reset() == 201);
  CHECK(leave_early(4) == 0 && reset() == 467801);
  CHECK(leave_early(5) == 0 && reset() == 46701);
  { char *p __attribute__((cleanup(drop))) = malloc(3); p[0] = 1; }
  CHECK(reset() == 9);
  int v = ({ int s __attribute__((cleanup(note))) = 3; s + 1; });
  CHECK(v == 4 && reset() == 3);
  jumps(0);
  CHECK(reset() == 32321);
  jumps(2);
  CHECK(reset() == 11232321);
  CHECK(by_value().a == 4 && reset() == 8);
  __auto_type w __attribute__((cleanup(note))) = 5;
  CHECK(other(4) == 5);
  CHECK(renamed(4) == 12);
  CHECK(soft(4) == 3);
  CHECK(used_late == 7 && inlined(1) == 101 && pure(5) == 25);
  CHECK(tentative == 4 && forward[2] == 3 && shadow(9) == 4 && local_function(4) == 8);
  CHECK(LARGE > 0xffffffff && sizeof(enum wide) == 8 && TOP > 0 && sizeof(enum big) == 4 && SMALL < 0);
  CHECK(sizeof(struct mixed) == 6 && sizeof(struct holder) == 32 && sizeof(padded) == 8);
  CHECK(placed == 5);
  if (v == 5) never();
  register int r __asm__("ecx") = 4;
  CHECK(r == 4);
  return 0;
}
