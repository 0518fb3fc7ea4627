// UNSAFE
// Storing to a bit-field keeps the low bits; a signed one reads back with its sign.
// INPUTS: 8
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct flags {
    unsigned mode : 3;
    signed int level : 4;
    unsigned rest : 25;
};

int main(void)
{
    struct flags f;
    int value = __VERIFIER_nondet_int();

    f.rest = 0;
    f.mode = (unsigned)value;
    f.level = value & 15;
    if (f.mode > 7 || f.rest != 0)
        reach_error();
    if (f.level < 0)
        reach_error();
    return 0;
}
