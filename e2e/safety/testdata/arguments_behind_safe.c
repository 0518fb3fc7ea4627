// CHECK: bounds,null
// TRUE
// A loop over what is left behind a number of arguments that is not known.
int __VERIFIER_nondet_int(void);

int main(int argc, char **argv)
{
    int k = __VERIFIER_nondet_int(), n = 0;

    if (k < 0 || k > argc)
        return 1;
    argc -= k;
    argv += k;
    for (; argc > 0; argc--, argv++)
        if (argv[0][0] == '-')
            n++;
    return n;
}
