// SAFE
// A function of the library is the same under the name by which the compiler knows it, also where the program has one of
// its own that is only inlined and calls it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

extern inline __attribute__((gnu_inline, always_inline)) void *memchr(const void *p, int c, unsigned long n)
{
    return __builtin_memchr(p, c, n);
}

int main(void)
{
    char text[6] = "abcba";
    if (__VERIFIER_nondet_int())
        text[1] = 'x';
    if (memchr(text, 'c', 5) != text + 2 || __builtin_strrchr(text, 'a') != text + 4)
        reach_error();
    if (__builtin_strstr(text, "cb") != text + 2 || __builtin_strpbrk(text, "yc") != text + 2)
        reach_error();
    return 0;
}
