// CHECK: uaf
// FALSE(valid-deref) interpreted
// What a function was handed in the round before it wrote to a pointer that outlives the block.
static void set(int **to, int *p)
{
    *to = p;
}

int main(void)
{
    int *written = 0, sum = 0;

    for (int i = 0; i < 2; i++) {
        int y = i;

        if (written)
            sum += *written;
        set(&written, &y);
    }
    return sum;
}
