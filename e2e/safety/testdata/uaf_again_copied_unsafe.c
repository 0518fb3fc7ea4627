// CHECK: uaf
// FALSE(valid-deref) interpreted
// The address gets to the outer pointer through others of the block.
int main(void)
{
    int *outer = 0, sum = 0;

    for (int i = 0; i < 3; i++) {
        int x = i, *inner = &x, *copy = inner;

        if (outer)
            sum += *outer;
        outer = copy;
    }
    return sum;
}
