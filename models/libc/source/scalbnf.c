float ldexpf(float, int);

float scalbnf(float x, int n) { return ldexpf(x, n); }
