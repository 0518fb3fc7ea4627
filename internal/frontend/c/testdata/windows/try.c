static int order;
static int note(int n) { order = order * 10 + n; return n; }
static int both(int x) {
  __try {
    note(1);
    if (x) note(2);
  } __finally {
    note(3);
  }
  return note(4);
}
static int leaves(int x) {
  int r = 0;
  __try {
    if (x) __leave;
    r = 5;
  } __finally {
    r += 10;
  }
  return r;
}
static int within(int x) {
  __try {
    __try {
      if (x == 1) __leave;
      note(1);
    } __finally {
      note(2);
    }
    for (int i = 0; i < 3; i++) { if (i == x) break; note(3); }
  } __finally {
    note(4);
  }
  return order;
}
int main(void) {
  CHECK(both(0) == 4 && order == 134);
  order = 0;
  both(1);
  CHECK(order == 1234);
  CHECK(leaves(0) == 15 && leaves(1) == 10);
  order = 0;
  CHECK(within(1) == 234);
  order = 0;
  CHECK(within(2) == 12334);
  return 0;
}
