// CHECK: null
// FALSE(valid-deref) executed
// As many bytes as the program is told, from nowhere.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char *none = NULL;
    unsigned n = __VERIFIER_nondet_uint();

    if (n > 0 && n < 10)
        memset(none, 0, n);
    return 0;
}
