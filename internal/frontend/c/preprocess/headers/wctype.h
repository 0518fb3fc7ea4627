#ifndef _YOGI_WCTYPE_H
#define _YOGI_WCTYPE_H
#include <wchar.h>
extern int iswalpha(wint_t);
extern int iswdigit(wint_t);
extern int iswspace(wint_t);
extern int iswupper(wint_t);
extern int iswlower(wint_t);
extern wint_t towlower(wint_t);
extern wint_t towupper(wint_t);
#endif
