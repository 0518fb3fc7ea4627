#ifndef _YOGI_STRINGS_H
#define _YOGI_STRINGS_H
#include <string.h>
#endif
