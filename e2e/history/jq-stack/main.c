// A stack with one block of any size that an int can hold with its header.
#include <assert.h>
#include <limits.h>
#include "exec_stack.h"

unsigned nondet_uint(void);

void *jv_mem_realloc(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

int main(void) {
    struct stack stack;
    unsigned size = nondet_uint();
    stack_init(&stack);
    if (size < INT_MAX - 64)
        stack_push_block(&stack, 0, size);
    return 0;
}
