// CHECK: uaf
// FALSE(valid-deref) executed
// gcc makes the result a null pointer.
int *local(int x)
{
    return &x;
}

int main(void)
{
    return *local(1);
}
