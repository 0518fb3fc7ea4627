// SAFE
// Nothing is read from a descriptor that is none.
#include <unistd.h>
extern void reach_error(void);

int main(void)
{
    char text[4];

    if (read(-1, text, sizeof text) >= 0)
        reach_error();
    return 0;
}
