#ifndef _YOGI_MEMORY_H
#define _YOGI_MEMORY_H
#include <string.h>
#endif
