// CHECK: uaf
// TRUE
// Arrays in results are used in the expressions that they are made in.
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
    int sum = 0;

    for (int i = 0; i < all(2).at[0]; i++)
    {
        sum += all(i).at[1] + (all(i).at[2] > 2 ? all(1).at[0] : 0);
        if (all(3).at[0] == 4)
            return 5;
        do
            sum += i;
        while (all(1).at[0] != 1);
    }
    switch (all(sum).at[1])
    {
    case 2:
        return 0;
    }
    return sum;
}
