// UNSAFE
// The bytes of an int through a union, on a little-endian machine.
// INPUTS: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

union word {
    int whole;
    unsigned char bytes[4];
};

int main(void)
{
    union word w;

    w.whole = __VERIFIER_nondet_int();
    w.bytes[0] = 0x34;
    w.bytes[1] = 0x12;
    if ((w.whole & 0xffff) != 0x3412)
        reach_error();
    return 0;
}
