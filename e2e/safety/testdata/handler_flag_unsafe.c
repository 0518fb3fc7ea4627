// CHECK: bounds,null,uaf,leak
// FALSE(valid-deref) interpreted
// The signal may arrive before any read of what its handler notes.
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
  struct sigaction action;
  int counts[10] = {0};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  if (sigaction(SIGINT, &action, NULL) != 0)
    return 1;
  if (stop)
    counts[10] = 1;
  return counts[0];
}
