// SAFE
// A text of wide characters ends where the result says, whatever its characters are.
#include <stdlib.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    wchar_t wide[8], few[2];
    int length = swprintf(wide, 8, L"%d", __VERIFIER_nondet_int());
    if (length >= 8 || (length >= 0 && wide[length] != 0))
        reach_error();
    size_t converted = mbstowcs(few, "ab", 2);
    if (converted < 2 && few[converted] != 0)
        reach_error();
    return 0;
}
