// CHECK: bounds ILP32
// TRUE
// The callee stays within the array that it is given.
static void set(char *to, int n)
{
    if (n >= 0 && n < 4)
        to[n] = 1;
}

int main(void)
{
    char four[4] = {0};

    set(four, 3);
    set(four, 4);
    return four[3];
}
