// UNSAFE
// INPUTS: none
// Both numbers that pipe writes are new.
#include <unistd.h>
extern void reach_error(void);

int main(void)
{
    int ends[2] = {-1, -1};

    if (pipe(ends) == 0 && ends[1] != -1)
        reach_error();
    return 0;
}
