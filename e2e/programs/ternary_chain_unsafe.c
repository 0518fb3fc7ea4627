// UNSAFE
// Conditional expressions in a chain, with side effects in the arms.
// INPUTS: -4
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int count = 0;
    int sign = x > 0 ? (count++, 1) : x < 0 ? (count += 2, -1) : 0;

    if (sign == 0 && x != 0)
        reach_error();
    if (count != (sign > 0 ? 1 : sign < 0 ? 1 : 0))
        reach_error();
    return 0;
}
