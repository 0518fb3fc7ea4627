// SAFE
// Objects that have bytes do not lie at one place.
typedef unsigned long uintptr_t;
extern void reach_error(void);

struct one { char byte; };
static struct one a, b;

int main(void)
{
    if ((uintptr_t)&a == (uintptr_t)&b)
        reach_error();
    return 0;
}
