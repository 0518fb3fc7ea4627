// UNSAFE
// INPUTS: none
#include <wchar.h>
extern void reach_error(void);

int main(void)
{
    wchar_t line[4];

    if (wmemset(line, L'-', 4) == line && line[3] == L'-')
        reach_error();
    return 0;
}
