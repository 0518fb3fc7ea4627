// CHECK: bounds,null
// FALSE(valid-deref) executed
int __VERIFIER_nondet_int(void);

int main(int argc, char **argv)
{
    int k = __VERIFIER_nondet_int(), n = 0;

    if (k < 0 || k > argc)
        return 1;
    argc -= k;
    argv += k;
    for (; argc >= 0; argc--, argv++) // the last round is about the null pointer
        if (argv[0][0] == '-')
            n++;
    return n;
}
