// SAFE
// Pointers to unrelated objects have some order, and it is one: total, and the same each time.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    char first, second, third;
    char *p = __VERIFIER_nondet_int() ? &first : &second, *q = &third, *r = q;

    if (p < q && q < p)
        reach_error();
    if (!(p < q) && !(q < p))
        reach_error();
    if (&first < &second && &second < &third && !(&first < &third))
        reach_error();
    if ((p >= q) != (r <= p))
        reach_error();
    return 0;
}
