// SAFE
// Like Figure 6: the loop has no finite bisimulation quotient, and the error behind it has no entry.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int y = __VERIFIER_nondet_int();
    int z = 0;

    while (y > 0) {
        y = y - 1;
        z = z + 1;
    }
    if (y > 0)
        reach_error();
    return 0;
}
