#ifndef _YOGI_ERROR_H
#define _YOGI_ERROR_H
extern void error(int, int, const char *, ...);
extern void error_at_line(int, int, const char *, unsigned int, const char *, ...);
#endif
