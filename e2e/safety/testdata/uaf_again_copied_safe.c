// CHECK: uaf
// TRUE
// The copies of the address are used in the round in which they were made.
int main(void)
{
    int *outer = 0, sum = 0;

    for (int i = 0; i < 3; i++) {
        int x = i, *inner = &x, *copy = inner;

        outer = copy;
        sum += *outer;
    }
    return sum;
}
