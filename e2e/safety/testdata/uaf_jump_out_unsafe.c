// CHECK: uaf
// FALSE(valid-deref) executed
// The loop is left at a place in front of a declaration that was passed.
int main(void)
{
    int rounds = 0, sum = 0, *p = 0;

    for (;;) {
    top:
        if (rounds == 1)
            break;
        int x = 5;

        p = &x;
        sum += *p;
        rounds++;
        goto top;
    }
    return *p;
}
