// CHECK: bounds
// TRUE
#include <stdlib.h>

int nondet(void);

/* The last member of what a pointer leads to may be declared without a size, and has no element before its first. */
struct track {
    long length;
    long index[];
};

int main(void)
{
    struct track *track = calloc(1, sizeof *track + 4 * sizeof(long));
    int i = nondet();
    if (!track || i > 3 || i < 0)
        return 0;
    track->index[i] = 7;
    free(track);
    return 0;
}
