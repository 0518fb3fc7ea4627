// The kit's ntifs.h, with fields that are not volatile; see wdm.h.
#ifndef YOGI_NTIFS_H
#define YOGI_NTIFS_H
#include <wdm.h>
#define volatile
#include_next <ntifs.h>
#undef volatile
#endif
