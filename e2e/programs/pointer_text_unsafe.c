// UNSAFE
// A compiler may make one object of two literals of one text: then neither is the first.
// INPUTS: none
extern void reach_error(void);

int main(void)
{
    const char *p = "text", *q = "text";

    if (!(p < q) && !(q < p))
        reach_error();
    return 0;
}
