// SAFE
// Floating point: halves are exact, thirds are not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    double half;

    if (x < 0 || x > 100)
        return 0;
    half = x / 2.0;
    if (half + half != (double)x)
        reach_error();
    if (half > 50.0)
        reach_error();
    return 0;
}
