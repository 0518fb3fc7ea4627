// The kit's ntddk.h, with fields that are not volatile; see wdm.h.
#ifndef YOGI_NTDDK_H
#define YOGI_NTDDK_H
#include <wdm.h>
#define volatile
#include_next <ntddk.h>
#undef volatile
#endif
