// CHECK: uaf
// TRUE
// A compound literal lives as long as the block that it stands in, also where that is an outer one.
static int one(void)
{
    int *p = 0;

    if (p == 0)
    {
        p = &(int){3};
        return *p;
    }
    return 0;
}

int main(void)
{
    int *p = &(int){1}, sum = 0;

    if (one() == 3)
        sum += *p;
    for (int i = 0; i < 2; i++)
        sum += *p;
    return sum;
}
