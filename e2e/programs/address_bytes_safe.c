// SAFE
// The bytes of a pointer that are copied one by one are the pointer.
extern void reach_error(void);

char before, cell = 3;

int main(void)
{
    char *pointer = &cell, *copy;
    unsigned i;

    for (i = 0; i < sizeof copy; i++)
        ((char *) &copy)[i] = ((char *) &pointer)[i];
    if (*copy != 3)
        reach_error();
    return before;
}
