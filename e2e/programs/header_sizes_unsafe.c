// UNSAFE
// Types of the standard headers have the sizes that the machine's library gives them.
// INPUTS: none
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
extern void reach_error(void);

int main(void)
{
  if (sizeof(FILE) != 216 || sizeof(struct stat) != 144 || sizeof(jmp_buf) != 200)
    reach_error();
  if (sizeof(struct tm) != 56 || sizeof(pthread_mutex_t) == 40)
    reach_error();
  return 0;
}
