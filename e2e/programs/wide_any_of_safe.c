// SAFE
// wcspbrk finds the first wide character of a text that is one of another's.
#include <wchar.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int at = __VERIFIER_nondet_int();
    wchar_t text[4] = L"abc";
    if (at < 0 || at > 2)
        return 0;
    text[at] = 0x263a;
    if (wcspbrk(text, L"\x263a!") != text + at)
        reach_error();
    if (wcspbrk(text, L"") != 0)
        reach_error();
    return 0;
}
