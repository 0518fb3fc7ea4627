// SAFE
#include <wchar.h>
extern void reach_error(void);

int main(void)
{
    wchar_t text[8] = L"ab", more[8];

    wcscat(wcscpy(more, text), L"c");
    if (wcslen(more) != 3 || wmemcmp(more, L"abc", 4) != 0 || wcschr(more, L'c') != more + 2)
        reach_error();
    return 0;
}
