// CHECK: uaf
// FALSE(valid-deref) interpreted
// What alloca gives is gone when the function returns, which no sanitizer sees.
#include <alloca.h>
static int *make(int n)
{
    int *p = alloca(n * sizeof *p);

    p[0] = n;
    return p;
}

int main(void)
{
    return *make(4);
}
