// CHECK: uaf
// TRUE
int *local(int x)
{
    return &x;
}

int main(void)
{
    return local(1) != 0;
}
