// UNSAFE
// A compound assignment computes in the wider type, converts back, and evaluates its left side once.
// INPUTS: 255
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int calls;
static unsigned char cells[2];

static unsigned char *cell(void)
{
    calls++;
    return &cells[1];
}

int main(void)
{
    cells[1] = (unsigned char)__VERIFIER_nondet_int();
    calls = 0;
    *cell() += 200;
    *cell() -= 200;
    *cell() >>= 4;
    if (calls != 3)
        reach_error();
    if (cells[1] > 14)
        reach_error();
    return 0;
}
