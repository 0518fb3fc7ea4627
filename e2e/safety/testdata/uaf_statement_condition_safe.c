// CHECK: uaf
// TRUE
// What a statement of this kind makes without braces lives as long as it does.
int main(void)
{
    int *p = 0, n = 0;

    if ((p = &(int){3}), n = *p) ;
    return n;
}
