// CHECK: bounds
// TRUE
// A number of 32 bits has ten digits, and there is room for them.
extern unsigned nondet_uint(void);

int main(void)
{
    char text[10];
    unsigned n = nondet_uint();
    int i = 0;
    do
        text[i++] = '0' + n % 10;
    while ((n /= 10) > 0);
    return text[0];
}
