// UNSAFE
// What is written there is seen.
// INPUTS: none
#include <stdint.h>
extern void reach_error(void);

int cell;
union { uintptr_t number; int *pointer; } word;

int main(void)
{
    word.number = (uintptr_t) &cell;
    *word.pointer = 7;
    if (cell == 7)
        reach_error();
    return 0;
}
