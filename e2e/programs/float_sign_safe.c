// SAFE
/* Of what says that a float has a sign, or is infinite, C says no more than that it is not 0 (7.12.3). */
extern void reach_error(void);
int main(void) {
  volatile float negative = -1;
  volatile double zero = 0;
  double least = -1 / zero;
  if (!__builtin_isinf(least) || __builtin_isinf(negative) || !__builtin_signbit(negative) || __builtin_signbit(-least) ||
      __builtin_isnan(zero - zero) != 0 || __builtin_isnan(zero / zero) != 1)
    reach_error();
}
