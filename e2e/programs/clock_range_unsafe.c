// UNSAFE
// INPUTS: none
// A text of wide characters may fill its array.
#include <wchar.h>
extern void reach_error(void);

int main(void) {
    wchar_t wide[3];
    if (swprintf(wide, 3, L"%ls", L"ab") == 2)
        reach_error();
    return 0;
}
