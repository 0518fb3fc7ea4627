// CHECK: bounds
// FALSE(valid-deref) executed
// One element too many.
extern int __VERIFIER_nondet_int(void);
int table[16];

int main(void)
{
    int i = __VERIFIER_nondet_int();

    if (i <= 16 && i >= 0)
        table[i] = i;
    return table[15];
}
