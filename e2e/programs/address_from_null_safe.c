// SAFE
// An address that is counted from a null pointer, forwards, backwards, in elements of four bytes and as an index, is that
// of the object of which the number was taken.
#include <stdlib.h>
extern void reach_error(void);

#define ALIGNED(p) ((unsigned char *)0 + (((unsigned char *)(p) + 7 - (unsigned char *)0) & ~7ul))

int main(void)
{
    int number = 5;
    char *text = malloc(8), *other = malloc(8);
    unsigned char *list = malloc(24);
    if (!text || !other || !list)
        return 0;
    *(int *)((char *)0 + (unsigned long)&number) = 6;
    *(int *)((char *)0 - (0 - (unsigned long)&number)) += 1;
    ((int *)0)[(unsigned long)&number / 4] += 1;
    if (number != 8)
        reach_error();
    other[3] = 0;
    ((char *)0)[(unsigned long)text + 3] = 1;
    if (text[3] != 1 || other[3])
        reach_error();
    *(unsigned char **)ALIGNED(list) = list;
    if (*(unsigned char **)ALIGNED(list) != list)
        reach_error();
    return 0;
}
