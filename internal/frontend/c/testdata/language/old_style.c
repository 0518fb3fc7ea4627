int old();
int add(a, b) int b; short a; { return a + b; }
double half(x) float x; { return x / 2; }
int bytes(c, p) unsigned char c; char *p; { return c + p[c]; }
implicit(x) { return x + 1; }
static twice(x) register x; { return 2 * x; }
int many(a, b, c) long a; char b, *c; { return a + b + *c; }
int none() { return 4; }
int old(x, y) long x, y; { return x - y; }
int apply(f) int (*f)(); { return f(3); }
int array(a) int a[3]; { return a[2] + sizeof a / sizeof(void *); }
unsigned short narrow(x) unsigned short x; { return ++x; }
int main() {
  short s = -2;
  char c = 5;
  CHECK(add(s, 7) == 5 && half(5.0f) == 2.5 && half(1.0) == 0.5);
  CHECK(bytes(258, "abc") == 2 + 'c' && implicit(4) == 5 && twice(4) == 8);
  CHECK(many(1L, 2, &c) == 8 && none() == 4 && old(9L, 2L) == 7);
  CHECK(apply(twice) == 6 && apply(implicit) == 4);
  int a[3] = { 1, 2, 3 };
  CHECK(array(a) == 4);
  CHECK(narrow(65534) == 65535);
  CHECK(later(3) == 9);
  return 0;
}
int later(int x) { return x * x; }
