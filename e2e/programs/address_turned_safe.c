// SAFE
// The bytes of a pointer that were turned round and are turned back make it again.
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
    int *p = &x;

    turn((char *) &p, sizeof p);
    turn((char *) &p, sizeof p);
    if (p != &x)
        reach_error();
    return 0;
}
