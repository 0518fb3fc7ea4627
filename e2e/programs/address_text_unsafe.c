// UNSAFE
// The number of a literal may be that of another one of its text.
// INPUTS: none
typedef unsigned long uintptr_t;
extern void reach_error(void);

int main(void)
{
    const char *p = "text", *q = "text";
    uintptr_t x = (uintptr_t)p, y = (uintptr_t)q;

    if (x == y)
        reach_error();
    return 0;
}
