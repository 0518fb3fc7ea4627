// SAFE
// Results of !, && and comparisons are 0 or 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = !!x + (x == 5) + (x && 7);

    if (!x != (x == 0))
        reach_error();
    if (y > 3)
        reach_error();
    return 0;
}
