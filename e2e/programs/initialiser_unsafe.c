// UNSAFE
// Designated and partial initialisers; what is left out is zero.
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point {
    int x, y;
    int weights[3];
};

static const struct point origin = {.y = 4, .weights = {[1] = 6}};
static int table[] = {[2] = 5, 7};

int main(void)
{
    struct point local = {1};
    int i = __VERIFIER_nondet_int();

    if (i < 0 || i > 2)
        return 0;
    if (origin.x != 0 || origin.y != 4 || local.y != 0)
        reach_error();
    if (sizeof table / sizeof table[0] != 4 || table[3] != 7)
        reach_error();
    if (origin.weights[i] + local.weights[i] != 0)
        reach_error();
    return 0;
}
