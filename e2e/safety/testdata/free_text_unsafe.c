// CHECK: double-free
// FALSE(valid-free) executed
// A text of the library that a function returns is not memory that the caller frees.
extern const char *gai_strerror(int);
#include <stdlib.h>

int main(void)
{
    free((char *)gai_strerror(1));
    return 0;
}
