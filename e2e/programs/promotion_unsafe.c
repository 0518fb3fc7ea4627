// UNSAFE
// Operands of ~ and of comparisons are promoted to int first.
// INPUTS: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned char c = (unsigned char)__VERIFIER_nondet_int();
    unsigned short s = c;

    if (~c >= 0)
        reach_error();
    if ((unsigned char)~c != 255 - c)
        reach_error();
    if (s - 1 < 0)
        reach_error();
    return 0;
}
