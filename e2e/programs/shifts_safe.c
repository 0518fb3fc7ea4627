// SAFE
// Right shifts keep the sign of signed values and bring zeros into unsigned ones.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x;

    if ((u >> 31) > 1u)
        reach_error();
    if (x < 0 && (x >> 31) != -1)
        reach_error();
    if ((u << 4) >> 4 != (u & 0x0fffffffu))
        reach_error();
    return 0;
}
