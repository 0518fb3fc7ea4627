/* Arithmetic in the rounding mode that was chosen last; results are stored before they are compared: i386 computes in x87 registers. */
int fesetround(int), fegetround(void);
double rint(double), nearbyint(double), sqrt(double);
float rintf(float);
long lrint(double);
enum { nearest = 0, down = 0x400, up = 0x800, zero = 0xc00 };

static volatile double one = 1, three = 3, tenth = 0.1, two = 2, tiny = 0x1p-1074, huge = 0x1.fffffffffffffp1023;
static volatile float onef = 1, threef = 3;
static volatile int whole = 16777219, minus = -16777219;
static volatile unsigned long long wide = 0xfffffffffffffbffu;

static int is_negative_zero(double x) { return x == 0 && 1 / x < 0; }

struct results {
  double third, minus_third, third_of_wide, sum, root, narrow_then_wide, least, most;
  float thirdf, from_int, from_minus;
  double up_half, down_half;
  long half, minus_half;
};

static struct results compute(void) {
  struct results r;
  volatile double d;
  volatile float f;
  d = one / three, r.third = d;
  d = -one / three, r.minus_third = d;
  f = onef / threef, r.thirdf = f;
  d = tenth + two, r.sum = d;
  d = sqrt(two), r.root = d;
  f = tenth, r.narrow_then_wide = f;
  f = whole, r.from_int = f;
  f = minus, r.from_minus = f;
  d = wide, r.third_of_wide = d;
  d = tiny / two, r.least = d;
  d = huge + huge, r.most = d;
  r.up_half = rint(two + 0.5), r.down_half = nearbyint(-two - 0.5);
  r.half = lrint(two + 0.5), r.minus_half = lrint(-two - 0.5);
  return r;
}

int main(void) {
  struct results r;
  CHECK(fegetround() == nearest);
  r = compute();
  CHECK(r.third == 0x1.5555555555555p-2 && r.minus_third == -0x1.5555555555555p-2 && r.thirdf == 0x1.555556p-2f);
  CHECK(r.narrow_then_wide == 0x1.99999ap-4 && r.from_int == 16777220.f && r.from_minus == -16777220.f);
  CHECK(r.least == 0 && r.most > huge && r.up_half == 2 && r.down_half == -2 && r.half == 2 && r.minus_half == -2);
  CHECK(!is_negative_zero(one - one) && is_negative_zero(-one * 0));

  CHECK(fesetround(down) == 0 && fegetround() == down);
  r = compute();
  CHECK(r.third == 0x1.5555555555555p-2 && r.minus_third == -0x1.5555555555556p-2 && r.thirdf == 0x1.555554p-2f);
  CHECK(r.sum == 0x1.0cccccccccccccp1 || r.sum == 0x1.0cccccccccccdp1 || r.sum == 0x1.0ccccccccccccp1);
  CHECK(r.narrow_then_wide == 0x1.999998p-4 && r.from_int == 16777218.f && r.from_minus == -16777220.f);
  CHECK(r.third_of_wide == 0x1.fffffffffffffp63 && r.least == 0 && r.most == huge && r.root == 0x1.6a09e667f3bccp+0);
  CHECK(r.up_half == 2 && r.down_half == -3 && r.half == 2 && r.minus_half == -3);
  CHECK(is_negative_zero(one - one) && !is_negative_zero(0 * one + 0) && rintf(-0.5f * onef) == -1);

  CHECK(fesetround(up) == 0 && fegetround() == up);
  r = compute();
  CHECK(r.third == 0x1.5555555555556p-2 && r.minus_third == -0x1.5555555555555p-2 && r.thirdf == 0x1.555556p-2f);
  CHECK(r.narrow_then_wide == 0x1.99999ap-4 && r.from_int == 16777220.f && r.from_minus == -16777218.f);
  CHECK(r.third_of_wide == 0x1p64 && r.least == tiny && r.most > huge && r.root == 0x1.6a09e667f3bcdp+0);
  CHECK(r.up_half == 3 && r.down_half == -2 && r.half == 3 && r.minus_half == -2);

  CHECK(fesetround(zero) == 0 && fegetround() == zero);
  r = compute();
  CHECK(r.third == 0x1.5555555555555p-2 && r.minus_third == -0x1.5555555555555p-2 && r.thirdf == 0x1.555554p-2f);
  CHECK(r.from_int == 16777218.f && r.from_minus == -16777218.f && r.most == huge);
  CHECK(r.half == 2 && r.minus_half == -2 && !is_negative_zero(one - one));

  CHECK(fesetround(0x123) != 0 && fegetround() == zero);
  double before = one / three, after = (fesetround(up), one / three) - before;
  CHECK(after > 0);
  fesetround(nearest);
  double first = one / three + fesetround(down); /* divided before the call */
  CHECK(first == 0x1.5555555555555p-2);
  fesetround(nearest);
  double second = 2 * one / three + fesetround(down);
  CHECK(second == 0x1.5555555555555p-1);
  fesetround(up);
  first = one / three + fesetround(down);
  CHECK(first == 0x1.5555555555556p-2);
  CHECK(1.0 / 3 == 0x1.5555555555555p-2 && 2.0 / 3 == 0x1.5555555555555p-1); /* folded */
  return 0;
}
