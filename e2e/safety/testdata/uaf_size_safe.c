// CHECK: uaf
// TRUE
// An array of variable length and what alloca gives live as long as their block and their function.
#include <alloca.h>
int main(void)
{
    int n = 3, *p, *q = alloca(n * sizeof *q);

    q[0] = 1;
    {
        int a[n];

        p = a;
        *p = *q;
        n = *p;
    }
    return *q - n;
}
