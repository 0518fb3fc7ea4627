// CHECK: uninit
// FALSE(valid-read) interpreted
// The value that the object had in the last pass of the loop is gone.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;

    for (int i = 0; i < 2; i++) {
        int y;

        if (i == 0 || n != 77)
            y = i;
        sum += y;
    }
    return sum;
}
