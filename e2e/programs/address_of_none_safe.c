// SAFE
// Two arrays that have elements start at different places.
extern void reach_error(void);

static char start[1], end[1];

int main(void)
{
    char *p = start, *q = end;

    if (p == q)
        reach_error();
    return 0;
}
