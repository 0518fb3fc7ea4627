// CHECK: overflow
// FALSE(no-overflow) interpreted
// An unsigned bit-field of all bits of an int but the sign is computed with as an int (C11 6.3.1.1p2).
extern int __VERIFIER_nondet_int(void);

struct counters { unsigned small : 30, large : 31; };

int main(void)
{
    struct counters c = {1, (unsigned)__VERIFIER_nondet_int()};

    if (c.large > 5)
        c.large++;
    return 0;
}
