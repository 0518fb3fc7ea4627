int raised;
int yogi_raises(void) { return raised; }
int depth, deepest;
void yogi_try(int change) { depth += change; if (depth > deepest) deepest = depth; }
unsigned long long probed;
void ProbeForRead(const void *address, unsigned long long length, unsigned long alignment) { CHECK(depth == 0); probed = length; }
static int probe(int n) {
  int r = 0;
  __try {
    r = 1;
    ProbeForRead(&r, n, 1);
    r = 2;
    if (n == 3) __leave;
    r = 4;
  } __except (1) {
    return r + 10;
  }
  return r;
}
static int kept(int n) {
  for (;;) {
    __try {
      ProbeForRead(&n, n, 1);
      if (n == 1) return depth;
      if (n == 2) break;
      if (n == 3) goto out;
      __try {
        if (n == 4) return 40 + depth;
      } __finally {
        n += 10;
      }
    } __except (1) {
      return -1;
    }
    return n;
  }
  return 20 + depth;
out:
  return 30 + depth;
}
__declspec(selectany) int shared = 4;
int main(void) {
  CHECK(probe(2) == 4 && probed == 2 && depth == 0 && deepest == 1);
  CHECK(probe(3) == 2 && depth == 0);
  raised = 1;
  CHECK(probe(9) == 11 && probed == 3 && depth == 0);
  _Static_assert(sizeof(1i64) == 8 && sizeof(1i32) == 4 && sizeof(1ui8) == 4, "sized constants");
  CHECK(0xffffffffffffffffI64 == -1 && 0xffffffffffffffffui64 > 0 && 5i64 / -2 == -2 && shared == 4);
  CHECK(kept(1) == -1 && depth == 0);
  raised = 0;
  CHECK(kept(1) == 1 && kept(2) == 20 && kept(3) == 30 && kept(4) == 41 && kept(5) == 15 && depth == 0);
  return 0;
}
