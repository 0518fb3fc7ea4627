float ldexpf(float, int);

/* An exponent beyond 3000 overflows or vanishes whatever the number is. */
float scalblnf(float x, long n) { return ldexpf(x, n > 3000 ? 3000 : n < -3000 ? -3000 : (int)n); }
