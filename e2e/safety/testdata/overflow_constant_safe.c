// CHECK: overflow
// TRUE
// What is not evaluated does not overflow.
int main(void)
{
    unsigned high = 1u << 31;

    return 0 && 2147483647 + 1 || high == 2147483648 - 1 || 1 << 30 == 5;
}
