#pragma pack(push, 1)
struct packed { unsigned a : 16; unsigned b : 7; unsigned c : 14; } g = { 1, 2, 3 };
#pragma pack(pop)
struct flexible { int n; char text[]; } f = { 3, "abcd" };
int sum(struct packed p) { return p.a + p.b + p.c; }
int main(void) {
  struct packed l = { 35, 1, 40 };
  struct packed both[2] = { { 1, 1, 1 }, { 2, 2, 2 } };
#ifdef _WIN32
  enum { size = 8 };
#else
  enum { size = 5 };
#endif
  _Static_assert(sizeof(struct packed) == size, "size");
  CHECK(sizeof l == size && sizeof g == size && sizeof both == 2 * size);
  CHECK(sum(l) == 76 && sum(g) == 6 && sum(both[1]) == 6 && f.text[3] == 'd');
  return 0;
}
