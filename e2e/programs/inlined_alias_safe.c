// SAFE
// A function that is only there to be inlined calls the library's under another name, as glibc's headers do.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int abs(int x);
extern int library_abs(int x) __asm__("abs");
extern inline __attribute__((always_inline, gnu_inline)) int abs(int x) { return library_abs(x); }
extern int abs(int x);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x > -100 && abs(x) < 0)
        reach_error();
    return 0;
}
