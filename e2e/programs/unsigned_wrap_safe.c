// SAFE
// Unsigned arithmetic wraps around.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    unsigned y = x + 1u;

    if (y < x && x != 0xffffffffu)
        reach_error();
    return 0;
}
