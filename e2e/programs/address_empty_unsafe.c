// UNSAFE
// Objects of no bytes (GNU) may lie at one place.
// INPUTS: none
typedef unsigned long uintptr_t;
extern void reach_error(void);

struct empty {};
static struct empty a, b;

int main(void)
{
    if ((uintptr_t)&a == (uintptr_t)&b)
        reach_error();
    return 0;
}
