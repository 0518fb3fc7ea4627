// UNSAFE
// The bytes of a pointer in another order, which are copied as a whole then, make another one.
// INPUTS: none
extern void reach_error(void);

static int x;

static void turn(char *bytes, unsigned size)
{
    for (unsigned i = 0; i < size / 2; i++) {
        char byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

int main(void)
{
    int *p = &x, *q;

    turn((char *) &p, sizeof p);
    *(unsigned long *) &q = *(unsigned long *) &p;
    if (q != &x)
        reach_error();
    return 0;
}
