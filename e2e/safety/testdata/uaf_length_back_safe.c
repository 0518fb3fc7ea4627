// CHECK: uaf
// TRUE
// The jump leaves the scope of the array, which is no longer there then (C11 6.2.4p7).
int main(void)
{
    int rounds = 0, sum = 0, length = 3, *p = 0;

    {
    top:
        if (rounds == 1)
            return sum;
        int a[length];

        a[0] = rounds;
        p = a;
        sum += *p;
        rounds++;
        goto top;
    }
}
