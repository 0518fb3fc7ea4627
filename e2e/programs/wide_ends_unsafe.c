// UNSAFE
// INPUTS: none
// What fills an array has no end in it.
#include <stdlib.h>
#include <wchar.h>
extern void reach_error(void);

int main(void) {
    wchar_t few[3] = L"xy";
    few[2] = 7;
    if (mbstowcs(few, "ab", 2) == 2 && few[2] == 7)
        reach_error();
    return 0;
}
