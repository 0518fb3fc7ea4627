// SAFE
// The names that a statement declares in its condition are not known behind it (C11 6.8.4p3).
extern void reach_error(void);

enum { WIDTH = 1 };

int main(void)
{
    if (sizeof(enum { WIDTH = 2 }) == 0)
        return 1;
    if (WIDTH != 1)
        reach_error();
    return 0;
}
