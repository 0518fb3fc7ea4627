// UNSAFE
// An array has the qualifiers of its elements: a pointer to a row of constants is none to a row.
// INPUTS: none
extern void reach_error(void);

const int row[3] = {1, 2, 3};

int main(void)
{
    _Generic(&row, int (*)[3]: (void) 0, const int (*)[3]: reach_error());
    _Generic(__builtin_bswap64(1), unsigned long: (void) 0, unsigned long long: reach_error());
    return 0;
}
