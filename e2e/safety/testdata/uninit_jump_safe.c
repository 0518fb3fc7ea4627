// CHECK: uninit
// TRUE
// Each way to a read of x passes an assignment.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        int step = 1;
        switch (__VERIFIER_nondet_int()) {
            int x = 5;
        case 1:
            x = step;
            goto add;
        case 2:
            x = 2 * step;
        add:
            sum += x;
        }
    }
    return sum;
}
