// CHECK: null
// FALSE(valid-deref) executed
// As many characters as the program is told, none perhaps, are compared with none.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char *none = NULL, some[8] = "some";
    unsigned n = __VERIFIER_nondet_uint();

    if (n < 8)
        return strncmp(some, none, n) != 0;
    return 0;
}
