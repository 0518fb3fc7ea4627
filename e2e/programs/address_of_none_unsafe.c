// UNSAFE
// Two arrays of no elements (GNU) may start at one place, where each ends too.
// INPUTS: none
extern void reach_error(void);

static char start[0], end[0];

int main(void)
{
    char *p = start, *q = end;

    if (p == q)
        reach_error();
    return 0;
}
