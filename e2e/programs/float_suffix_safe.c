// SAFE
/* The suffix of a floating constant may name its type by the bits (TS 18661-3). In a hexadecimal one an f before the
   exponent is a digit. */
extern void reach_error(void);
int main(void) {
  double tenth = 0.1f32;
  if (tenth == 0.1 || tenth != 0.1f || 0.1F64 != 0.1 || 0.1f32x != 0.1 || 0.1f64x != 0.1L || 0.5f128 != 0.5)
    reach_error();
  if (sizeof 1.f32 != sizeof(float) || sizeof 1e2f64 != sizeof(double) || sizeof 1.f128 != sizeof(_Float128))
    reach_error();
  if (0x1.8p1f32 != 3 || 0x1.f16p4 != 31.0859375 || 0x1f16 != 7958)
    reach_error();
}
