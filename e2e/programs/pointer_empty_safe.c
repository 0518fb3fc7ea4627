// SAFE
// One of two objects that have bytes is the first, and pointers to them are not equal.
extern void reach_error(void);

struct one { char byte; };

int main(void)
{
    struct one a, b;
    struct one *p = &a, *q = &b;

    if (!(p < q) && !(q < p))
        reach_error();
    if (p == q)
        reach_error();
    return 0;
}
