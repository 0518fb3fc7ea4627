#ifndef _YOGI_FEATURES_H
#define _YOGI_FEATURES_H
#include <sys/cdefs.h>
#endif
