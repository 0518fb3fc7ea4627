// SAFE
// Returning from the inner of two loops leaves both.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int find(int wanted)
{
    int i, j;

    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            if (i * 3 + j == wanted)
                return i;
        }
    }
    return -1;
}

int main(void)
{
    int wanted = __VERIFIER_nondet_int();
    int row = find(wanted);

    if (row == -1 && wanted == 4)
        reach_error();
    if (row == 1 && (wanted < 3 || wanted > 5))
        reach_error();
    return 0;
}
