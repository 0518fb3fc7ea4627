/* approximate: the seed of random and rand is one, as with glibc. */
#include <stdlib.h>

void srandom(unsigned seed) { srand(seed); }
