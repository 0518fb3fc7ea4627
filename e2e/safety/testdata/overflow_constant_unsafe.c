// CHECK: overflow
// FALSE(no-overflow) interpreted
// Compilers compute the constant, so no compiled run can show it.
int main(void)
{
    int high = 2147483647 + 1;

    return high == 5;
}
