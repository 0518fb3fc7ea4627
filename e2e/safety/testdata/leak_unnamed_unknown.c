// CHECK: leak
// UNKNOWN(unsupported)
// What main's objects without a name point at is lost to some when main returns, and to others not.
#include <alloca.h>
#include <stdlib.h>

int main(void)
{
    int **stack = alloca(2 * sizeof *stack);
    int **literal = (int *[]){NULL, NULL};

    stack[0] = malloc(4);
    literal[1] = malloc(4);
    return 0;
}
