// CHECK: bounds
// TRUE
// The index is checked as unsigned.
extern int __VERIFIER_nondet_int(void);
int table[16];

int main(void)
{
    int i = __VERIFIER_nondet_int();

    if ((unsigned)i < 16)
        table[i] = i;
    return table[15];
}
