// CHECK: leak
// FALSE(valid-memtrack) executed
// The objects of main end when it returns, those without a name too, and with them what points at the heap.
#include <alloca.h>
#include <stdlib.h>
static int **kept;

int main(void)
{
    int **stack = alloca(2 * sizeof *stack);
    int **literal = (int *[]){NULL, NULL};
    int *p = malloc(4);

    stack[0] = p;
    literal[1] = p;
    kept = stack;
    return 0;
}
