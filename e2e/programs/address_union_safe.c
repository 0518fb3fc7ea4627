// SAFE
// A pointer written as a number and read as a pointer leads to its object.
#include <stdint.h>
extern void reach_error(void);

int cell;
union { uintptr_t number; int *pointer; } word;

int main(void)
{
    word.number = (uintptr_t) &cell;
    *word.pointer = 7;
    if (cell != 7)
        reach_error();
    return 0;
}
