// A section of any length from 24 to 48 bytes without an entry, of which a map is printed.
#include "jhead.h"

unsigned char nondet_uchar(void);

int main(void) {
    int length = 24 + nondet_uchar() % 25;
    unsigned char *section = calloc((unsigned)length, 1);
    if (!section)
        return 0;
    memcpy(section + 2, "Exif\0\0II\x2a\0\x8", 11);
    DumpExifMap = TRUE;
    process_EXIF(section, length);
    return 0;
}
