// UNSAFE
// A loop of labels, left from its middle.
// INPUTS: 0 0 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int left = 3;
    int done = 0;

again:
    if (left == 0)
        goto out;
    left = left - 1;
    if (__VERIFIER_nondet_int())
        goto cleanup;
    goto again;
cleanup:
    done = 1;
out:
    if (done && left == 0)
        reach_error();
    return 0;
}
