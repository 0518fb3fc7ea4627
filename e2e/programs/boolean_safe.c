// SAFE
// Conversion to _Bool gives 1 for everything that is not zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    _Bool low = (_Bool)(x & 256);
    unsigned char cut = (unsigned char)(x & 256);

    if (b != (x != 0))
        reach_error();
    if (cut != 0)
        reach_error();
    if (low && !b)
        reach_error();
    return 0;
}
