// SAFE
// Literals of different texts do not start at one place: one is the first.
extern void reach_error(void);

int main(void)
{
    const char *p = "text", *q = "next";

    if (!(p < q) && !(q < p))
        reach_error();
    return 0;
}
