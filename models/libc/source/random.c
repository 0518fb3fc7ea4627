/* approximate, as rand is, whose sequence it takes from, as with glibc. */
#include <stdlib.h>

long random(void) { return rand(); }
