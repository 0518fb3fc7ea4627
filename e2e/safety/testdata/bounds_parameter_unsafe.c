// CHECK: bounds ILP32
// FALSE(valid-deref) executed
// One of its callers has a smaller array.
static void set(char *to, int n)
{
    if (n >= 0 && n < 4)
        to[n] = 1;
}

int main(void)
{
    char four[4] = {0}, three[3];

    set(four, 3);
    set(three, 3);
    return four[3];
}
