// CHECK: overflow
// TRUE
// With other checks an error function ends the run and is no error.
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error(void) { __assert_fail("0", "error_call_safe.c", 3, "reach_error"); }

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x == 2147483647)
        reach_error();
    return x + 1;
}
