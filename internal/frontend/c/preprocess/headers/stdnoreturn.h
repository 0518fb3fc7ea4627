#ifndef _YOGI_STDNORETURN_H
#define _YOGI_STDNORETURN_H
#define noreturn _Noreturn
#endif
