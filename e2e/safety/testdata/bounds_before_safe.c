// CHECK: bounds
// TRUE
#include <stdlib.h>

int nondet(void);

/* The last member of what a pointer leads to may have more elements than it is declared with, and none before it. */
struct track {
    long length;
    long index[4];
};

int main(void)
{
    struct track *track = calloc(1, sizeof *track + 2 * sizeof(long));
    int i = nondet();
    if (!track || i > 5 || i < 0)
        return 0;
    track->index[i] = 7;
    free(track);
    return 0;
}
