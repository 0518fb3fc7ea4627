// CHECK: bounds
// FALSE(valid-deref)
#include <stdlib.h>

int nondet(void);

/* The last member of what a pointer leads to may have more elements than it is declared with, and none before it. */
struct track {
    long length;
    long index[4];
};

int main(void)
{
    struct track *track = calloc(1, sizeof *track);
    int i = nondet();
    if (!track || i > 3 || i < -1)
        return 0;
    track->index[i] = 7;
    free(track);
    return 0;
}
