// References with a scheme and any six characters of a path that steps out of folders.
#include "raptor2.h"
#include "raptor_internal.h"

unsigned char nondet_uchar(void);

int main(void) {
    unsigned char reference[] = "http:??????", buffer[32];
    for (int i = 5; i < 11; i++)
        reference[i] = (unsigned char)"a/."[nondet_uchar() % 3];
    raptor_uri_resolve_uri_reference((const unsigned char *)"http:", reference, buffer, sizeof buffer);
    return 0;
}
