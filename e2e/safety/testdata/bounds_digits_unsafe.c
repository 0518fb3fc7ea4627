// CHECK: bounds
// FALSE(valid-deref) executed
// A number of 32 bits has ten digits, one more than there is room for.
extern unsigned nondet_uint(void);

int main(void)
{
    char text[9];
    unsigned n = nondet_uint();
    int i = 0;
    do
        text[i++] = '0' + n % 10;
    while ((n /= 10) > 0);
    return text[0];
}
