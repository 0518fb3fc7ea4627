// CHECK: uninit
// FALSE(valid-read) interpreted
// The second case passes the declaration of x, where the first one has given it a value in another pass of the loop.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        switch (__VERIFIER_nondet_int()) {
            int x = 5;
        case 1:
            x = 1;
        case 2:
            sum += x;
        }
    }
    return sum;
}
