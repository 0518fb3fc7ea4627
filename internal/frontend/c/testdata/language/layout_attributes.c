#define OFFSET(t, m) __builtin_offsetof(t, m)
struct plain { char c; int i; short s; double d; };
struct packed { char c; int i; short s; double d; } __attribute__((packed));
struct inner { char c; int i; };
struct part { char c; int i __attribute__((packed)); struct inner n; };
#pragma pack(push, 2)
struct two { char c; int i; double d; struct inner n; };
#pragma pack(1)
struct one { char c; int i; };
#pragma pack(pop)
struct after { char c; int i; };
#pragma pack(4)
struct four { char c; long long l; };
#pragma pack()
struct aligned { char c; int i __attribute__((aligned(16))); } __attribute__((aligned(32)));
typedef int far_int __attribute__((aligned(8)));
struct by_typedef { char c; far_int i; };
typedef int byte __attribute__((__mode__(__QI__)));
typedef unsigned int half __attribute__((mode(HI)));
typedef int single __attribute__((mode(SI)));
typedef unsigned twice __attribute__((mode(DI)));
typedef int word __attribute__((mode(__word__)));
typedef int address __attribute__((mode(__pointer__)));
typedef float wide_float __attribute__((mode(DF)));
enum small { SMALL = 3 } __attribute__((packed));
enum middle { MIDDLE = 300 } __attribute__((packed));
struct nothing { };
struct anonymous { int a; union { int b; struct { char c, d; }; }; struct { short e; }; };
struct flexible { int n; short tail[]; };
struct zero { int n; char none[0]; };
static struct flexible five = { 2, { 7, 8 } };
union mixed { char c[5]; short s; } __attribute__((packed));
union mixed2 { char c[5]; short s; };
int main(void) {
  CHECK(OFFSET(struct plain, i) == 4 && OFFSET(struct plain, d) == (sizeof(void *) == 8 || _Alignof(struct plain) == 8 ? 16 : 12));
  CHECK(sizeof(struct packed) == 15 && OFFSET(struct packed, d) == 7 && _Alignof(struct packed) == 1);
  CHECK(OFFSET(struct part, i) == 1 && OFFSET(struct part, n) == 8 && sizeof(struct part) == 16);
  CHECK(sizeof(struct two) == 22 && OFFSET(struct two, d) == 6 && OFFSET(struct two, n.i) == 18);
  CHECK(sizeof(struct one) == 5 && sizeof(struct after) == 8 && sizeof(struct four) == 12);
  CHECK(sizeof(struct aligned) == 32 && OFFSET(struct aligned, i) == 16 && _Alignof(struct aligned) == 32);
  CHECK(OFFSET(struct by_typedef, i) == 8 && sizeof(struct by_typedef) == 16);
  CHECK(sizeof(byte) == 1 && sizeof(half) == 2 && sizeof(single) == 4 && sizeof(twice) == 8 && sizeof(wide_float) == 8);
  CHECK(sizeof(word) == sizeof(void *) && sizeof(address) == sizeof(void *));
  byte b = 200;
  half h = -1;
  twice t = -1;
  wide_float w = 0.1;
  CHECK(b == -56 && h == 65535 && t >> 63 == 1 && w == 0.1);
  CHECK(sizeof(enum small) == 1 && sizeof(enum middle) == 2);
  CHECK(sizeof(struct nothing) == 0 && sizeof(struct zero) == 4 && sizeof(struct flexible) == 4);
  CHECK(sizeof(union mixed) == 5 && sizeof(union mixed2) == 6);
  struct anonymous a = { 1, { 2 }, { 3 } };
  CHECK(a.b == 2 && a.c == 2 && a.d == 0 && a.e == 3 && sizeof a == 12 && OFFSET(struct anonymous, d) == 5);
  a.d = 1;
  CHECK(a.b == 258);
  CHECK(five.tail[0] == 7 && five.tail[1] == 8);
  struct flexible *f = malloc(sizeof *f + 3 * sizeof(short));
  f->n = 3;
  for (int i = 0; i < f->n; i++) f->tail[i] = i * i;
  CHECK(f->tail[2] == 4 && ((short *)f)[2] == 0 && ((short *)f)[4] == 4);
  free(f);
  struct packed p = { 1, 0x01020304, 5, 2.5 };
  unsigned char *bytes = (unsigned char *)&p;
  CHECK(bytes[1] == 4 && bytes[4] == 1 && bytes[5] == 5 && p.d == 2.5);
  int *unaligned = (int *)(bytes + 1);
  *unaligned = 9;
  CHECK(p.i == 9);
  _Alignas(64) char buffer[3];
  CHECK((__SIZE_TYPE__)buffer % 64 == 0);
  return 0;
}
