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
static int returns(int x) {
  __try {
    __try {
      if (x) return note(1) * 7;
      note(2);
    } __finally {
      note(3);
    }
    if (!x) return note(4);
  } __finally {
    note(5);
  }
  return note(6);
}
static void given(int x) {
  __try {
    if (x) return;
    note(1);
  } __finally {
    note(2);
  }
  note(3);
}
static int rounds(int x) {
  int r = 0;
  for (int i = 0; i < 5; i++) {
    __try {
      if (i == x) continue;
      if (i == x + 2) break;
      r += 1;
    } __finally {
      r += 10;
    }
    r += 100;
  }
  return r;
}
static int jumps(int x) {
  int r = 0;
  __try {
    if (x == 1) goto within;
    if (x == 2) goto outside;
    r = 1;
  within:
    r += 2;
  } __finally {
    r += 10;
  }
  r += 100;
outside:
  return r;
}
static int replaces(int x) {
  __try {
    return x;
  } __finally {
    if (x == 2) return note(9);
  }
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
  order = 0;
  CHECK(returns(1) == 7 && order == 135);
  order = 0;
  CHECK(returns(0) == 4 && order == 2345);
  order = 0;
  given(0);
  CHECK(order == 123);
  order = 0;
  given(1);
  CHECK(order == 2);
  CHECK(rounds(1) == 242 && rounds(9) == 555);
  CHECK(jumps(0) == 113 && jumps(1) == 112 && jumps(2) == 10);
  CHECK(replaces(1) == 1 && replaces(2) == 9);
  return 0;
}
