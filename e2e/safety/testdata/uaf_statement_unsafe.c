// CHECK: uaf
// FALSE(valid-deref) executed
// A statement that belongs to an if is a block of its own, without braces too (C11 6.8.4p3).
int main(void)
{
    int *p = 0;

    if (p == 0)
        p = &(int){3};
    return *p;
}
