// SAFE
// The number of a literal is not that of one of another text.
typedef unsigned long uintptr_t;
extern void reach_error(void);

int main(void)
{
    const char *p = "text", *q = "next";
    uintptr_t x = (uintptr_t)p, y = (uintptr_t)q;

    if (x == y)
        reach_error();
    return 0;
}
