// SAFE
// Arithmetic on narrow types happens in int; storing it back cuts it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    signed char c = (signed char)__VERIFIER_nondet_int();
    signed char next;
    unsigned char wide;

    next = (signed char)(c + 1);
    wide = (unsigned char)(c + 1);
    if (c + 1 <= c)
        reach_error();
    if (next < c && c != 127)
        reach_error();
    if (wide < 0)
        reach_error();
    return 0;
}
