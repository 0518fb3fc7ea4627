union number { int i; float f; struct { char c; } s; };
union number g;
typedef union { int *i; char *c; } either __attribute__((transparent_union));
int first(either e) { return *e.i; }
int from(union number n) { return n.i; }
int main(void) {
  union number n = (union number)5;
  CHECK(n.i == 5);
  n = (union number)1.0f;
  CHECK(n.i == 0x3f800000 && from((union number)9) == 9 && ((union number)3).i == 3);
  int x = 7;
  CHECK(first(&x) == 7 && first((char *)&x) == 7);
  return 0;
}
