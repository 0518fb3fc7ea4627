// SAFE
// Comparing int with unsigned converts the int.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned limit = 10u;

    if (x < 0 && (unsigned)x < limit)
        reach_error();
    if ((unsigned)x < limit && (x < 0 || x > 9))
        reach_error();
    return 0;
}
