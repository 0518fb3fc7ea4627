double ldexp(double, int);

/* An exponent beyond 3000 overflows or vanishes whatever the number is. */
double scalbln(double x, long n) { return ldexp(x, n > 3000 ? 3000 : n < -3000 ? -3000 : (int)n); }
