#ifndef _YOGI_REGEX_H
#define _YOGI_REGEX_H
#include <stddef.h>
#include <sys/types.h>
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_STARTEND 4
#define REG_ENOSYS (-1)
#define REG_NOERROR 0
#define REG_NOMATCH 1
#define REG_BADPAT 2
#define REG_ECOLLATE 3
#define REG_ECTYPE 4
#define REG_EESCAPE 5
#define REG_ESUBREG 6
#define REG_EBRACK 7
#define REG_EPAREN 8
#define REG_EBRACE 9
#define REG_BADBR 10
#define REG_ERANGE 11
#define REG_ESPACE 12
#define REG_BADRPT 13
#define REG_EEND 14
#define REG_ESIZE 15
#define REG_ERPAREN 16
typedef struct re_pattern_buffer {
  struct re_dfa_t *__buffer;
  unsigned long __allocated, __used, __syntax;
  char *__fastmap;
  unsigned char *__translate;
  size_t re_nsub;
  unsigned __can_be_null : 1, __regs_allocated : 2, __fastmap_accurate : 1, __no_sub : 1, __not_bol : 1, __not_eol : 1, __newline_anchor : 1;
} regex_t;
typedef int regoff_t;
typedef struct {
  regoff_t rm_so, rm_eo;
} regmatch_t;
extern int regcomp(regex_t *restrict, const char *restrict, int);
extern int regexec(const regex_t *restrict, const char *restrict, size_t, regmatch_t *restrict, int);
extern size_t regerror(int, const regex_t *restrict, char *restrict, size_t);
extern void regfree(regex_t *);
#endif
