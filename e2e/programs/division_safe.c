// SAFE
// Division truncates toward zero, and the remainder takes the sign of the dividend.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x < -20 || x > 20)
        return 0;
    if ((x / 3) * 3 + x % 3 != x)
        reach_error();
    if (x < 0 && x % 3 > 0)
        reach_error();
    if (-7 / 2 != -3 || -7 % 2 != -1)
        reach_error();
    return 0;
}
