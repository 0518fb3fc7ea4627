double ldexp(double, int);

double scalbn(double x, int n) { return ldexp(x, n); }
