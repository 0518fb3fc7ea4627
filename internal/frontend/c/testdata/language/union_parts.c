union v { struct { unsigned lo : 16, hi : 16; }; unsigned all; };
union w { struct { short a, b; } s; int all; };
static union v d = { .lo = 0x1234, .hi = 0x5678 };
static union w e = { .s.a = 1, .s.b = 2 };
static struct { union { struct { short a, b; }; int c; }; int z; } f = { .a = 1, .b = 2, .z = 3 };
int main(void) {
  CHECK(e.all == 0x20001);
  CHECK(f.b == 2 && f.a == 1);
  CHECK(d.hi == 0x5678);
  CHECK(d.lo == 0x1234);
  CHECK(d.all == 0x56781234);
  return 0;
}
