// UNSAFE
// A walk over a string literal to its end.
// INPUTS: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int length(const char *text)
{
    const char *end = text;

    while (*end)
        end++;
    return (int)(end - text);
}

int main(void)
{
    const char *text = __VERIFIER_nondet_int() ? "yogi" : "";

    if (length(text) != 4 && text[0] == '\0')
        reach_error();
    return 0;
}
