// UNSAFE
// Nothing may be read from a descriptor that is one.
// INPUTS: none
#include <unistd.h>
extern void reach_error(void);

int main(void)
{
    char text[4];

    if (read(0, text, sizeof text) < 1)
        reach_error();
    return 0;
}
