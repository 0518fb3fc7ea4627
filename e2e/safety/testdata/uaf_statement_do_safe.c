// CHECK: uaf
// TRUE
// What a statement of this kind makes without braces lives as long as it does.
int main(void)
{
    int *p = 0, n = 0;

    do p = &(int){4}, n = *p; while (0);
    return n;
}
