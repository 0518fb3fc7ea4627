#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);

/* The line is as long as the world says, and the room for it at least as large as it must be. Of a stream that has failed
   before nothing is read, and no room is made. Where there is said to be no room, glibc forgets the object that is there. */
ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict from)
{
  size_t length = __VERIFIER_nondet_ulong(), room = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(length > 0 && length < room && room <= (size_t)-1 / 2);
  if (__VERIFIER_nondet_bool())
    return -1;
  if (*line == 0 || *size <= length) {
    char *larger = *size == 0 && __VERIFIER_nondet_bool() ? malloc(room) : realloc(*line, room);
    if (larger == 0)
      return -1;
    *line = larger;
    *size = room;
  }
  if (__VERIFIER_nondet_bool())
    return -1;
  for (size_t i = 0; i < length; i++) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(i == length - 1 || c != (char)end);
    (*line)[i] = c;
  }
  (*line)[length] = 0;
  return (ssize_t)length;
}
