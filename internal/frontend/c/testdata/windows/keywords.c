typedef unsigned __int64 u64;
typedef long NTSTATUS;
typedef struct { unsigned char a : 3; unsigned int b : 5; unsigned char c : 2; } bits;
typedef struct { unsigned short a : 9; unsigned short b : 9; unsigned short : 0; unsigned char c : 1; } more;
__declspec(align(16)) struct aligned { char c; };
#pragma pack(push, 1)
struct packed { char c; __int32 i; __int16 s; __int8 b; };
#pragma pack(pop)
struct after { char c; __int32 i; };
static NTSTATUS __stdcall standard(int a, int b) { return a - b; }
static int __cdecl plain(int a, int b) { return a + b; }
static int __fastcall quick(int a, int b) { return a * b; }
typedef NTSTATUS (__stdcall *callback)(int, int);
__declspec(noreturn) static void stop(void) { for (;;) abort(); }
__declspec(noinline) static int call(callback f, int x) { return f(x, 1); }
static __forceinline int forced(int x) { return x + 1; }
__declspec(selectany) int shared = 4;
static __declspec(thread) int local = 5;
int main(void) {
  _Static_assert(sizeof(long) == 4 && sizeof(u64) == 8 && sizeof(L'a') == 2 && (u64)-1 >> 63 == 1 && sizeof(void *) == sizeof(size_t), "types");
  _Static_assert(sizeof(bits) == 12 && sizeof(more) == 6, "bit-fields");
  bits b = { 7, 31, 3 };
  CHECK(b.a == 7 && b.b == 31 && b.c == 3 && ((unsigned char *)&b)[0] == 7 && ((unsigned char *)&b)[4] == 31 && ((unsigned char *)&b)[8] == 3);
  more m = { 511, 1, 1 };
  CHECK(((unsigned char *)&m)[2] == 1 && ((unsigned char *)&m)[4] == 1 && m.a == 511);
  _Static_assert(sizeof(struct packed) == 8 && sizeof(struct after) == 8 && __alignof(struct after) == 4, "packing");
  CHECK(standard(5, 3) == 2 && plain(5, 3) == 8 && quick(5, 3) == 15 && call(standard, 9) == 8 && forced(1) == 2);
  CHECK(shared == 4 && ++local == 6);
  const unsigned short *text = L"a\x1234";
  CHECK(text[1] == 0x1234 && text[2] == 0);
  unsigned long wraps = 0xffffffff;
  CHECK(++wraps == 0 && (long)0x80000000 < 0);
  if (shared == 5) stop();
  return 0;
}
