// SAFE
// The bits of a long double that is known are known.
extern void reach_error(void);

static int sign_of(long double x)
{
    union {
        long double number;
        struct {
            unsigned long long mantissa;
            unsigned short exponent;
        } parts;
    } u;
    u.number = x;
    return u.parts.exponent >> 15;
}

int main(void)
{
    volatile float tiny = 0x1p-129f;
    float none = tiny - tiny;
    if (sign_of(none) != 0 || sign_of(0.0L) != 0 || sign_of(-2.0L) != 1)
        reach_error();
    return 0;
}
