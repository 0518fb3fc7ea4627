// CHECK: bounds,null,uaf,leak
// TRUE
// A handler that only notes its signal changes nothing but what is an input at each read.
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t stop;

static void note(int number)
{
  (void)number;
  stop = 1;
}

int main(void)
{
  struct sigaction action, before;
  int counts[10] = {0};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  if (sigaction(SIGINT, &action, &before) != 0)
    return 1;
  for (int i = 0; i < 10; i++) {
    if (stop)
      break;
    counts[i]++;
  }
  if (sigaction(SIGKILL, &action, NULL) == 0)
    counts[10] = 1;
  sigaction(SIGINT, &before, &action);
  if (action.sa_handler != note)
    counts[10] = 1;
  return counts[0];
}
