// CHECK: leak
// TRUE
// Where exit ends the run the objects of main are in place: a local, a member and a parameter.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
    char *left, *right;
};

int main(int argc, char **argv)
{
    char *p = malloc(8);
    struct pair both = {malloc(4), NULL};

    if (__VERIFIER_nondet_int()) {
        free(p);
        free(both.left);
        return 0;
    }
    argv = malloc(sizeof *argv);
    both.right = both.left;
    both.left = NULL;
    p = p + 8;
    exit(1);
}
