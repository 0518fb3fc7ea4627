// UNSAFE
// The bytes of a pointer are those of a number that nobody knows.
// INPUTS: none
extern void reach_error(void);

char before, cell = 3;

int main(void)
{
    char *pointer = &cell, *copy;
    unsigned i;

    for (i = 0; i < sizeof copy; i++)
        ((char *) &copy)[i] = ((char *) &pointer)[i];
    if (((unsigned char *) &copy)[0] != 0)
        reach_error();
    return before;
}
