// SAFE
// A cast to a narrow type keeps the low byte; widening a signed one spreads its sign.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int value = __VERIFIER_nondet_int();
    signed char narrow = (signed char)value;
    unsigned char plain = (unsigned char)value;

    if (narrow >= 0 && narrow != plain)
        reach_error();
    if (narrow < 0 && narrow != plain - 256)
        reach_error();
    return 0;
}
