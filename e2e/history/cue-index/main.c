// A track of which any index is set.
#include "cd.h"

int nondet_int(void);

int main(void) {
    Track *track = track_init();
    if (track)
        track_set_index(track, nondet_int(), 75);
    return 0;
}
