// SAFE
#include <wchar.h>
extern void reach_error(void);

int main(void)
{
    wchar_t line[3] = L"a", more[2];

    wcscpy(more, line);
    if (wcslen(more) != 1 || wcschr(line, L'a') != line)
        reach_error();
    return 0;
}
