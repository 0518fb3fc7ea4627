#ifndef _YOGI_UCHAR_H
#define _YOGI_UCHAR_H
#include <wchar.h>
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#endif
