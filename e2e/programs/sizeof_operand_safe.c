// SAFE
// The operand of sizeof is not evaluated.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int before = x;
    char text[] = "abc";
    int size = (int)(sizeof(x++) + sizeof text);

    if (size != 8)
        reach_error();
    if (x != before)
        reach_error();
    return 0;
}
