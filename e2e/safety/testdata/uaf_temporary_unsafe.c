// CHECK: uaf
// FALSE(valid-deref) interpreted
// The array in a result dies with the expression that it is made in (C11 6.2.4p8). No run shows it: gcc leaves it where
// it is.
struct numbers
{
    int at[3];
};

static struct numbers all(int n)
{
    struct numbers out = {{n, 2, 3}};
    return out;
}

int main(void)
{
    int *p = all(1).at;

    return *p;
}
