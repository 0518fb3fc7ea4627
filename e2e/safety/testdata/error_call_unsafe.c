// CHECK: overflow,reach
// FALSE(unreach-call) executed
// Several checks at once: the error call comes before the overflow would.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x == 2147483647)
        reach_error();
    return x + 1;
}
