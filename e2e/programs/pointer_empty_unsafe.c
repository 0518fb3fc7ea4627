// UNSAFE
// Neither of two objects of no bytes (GNU) need be the first, and pointers to them may be equal.
// INPUTS: none
extern void reach_error(void);

struct empty {};

int main(void)
{
    struct empty a, b;
    struct empty *p = &a, *q = &b;

    if (!(p < q) && !(q < p) && p == q)
        reach_error();
    return 0;
}
