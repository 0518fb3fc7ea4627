// CHECK: double-free
// TRUE
// What is taken from an object of the library into one of the heap can be freed there.
#include <stdlib.h>

int main(void)
{
    char *text = l64a(5);
    char *copy = malloc(1);

    copy[0] = text[0];
    free(copy);
    return 0;
}
