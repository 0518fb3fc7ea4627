// CHECK: uaf
// TRUE
// The pointer is used in the round in which it was set.
int main(void)
{
    int *now = 0, sum = 0;

    for (int i = 0; i < 3; i++) {
        int x = i, *same = &x;

        now = &x;
        *now += *same;
        sum += x;
    }
    return sum;
}
