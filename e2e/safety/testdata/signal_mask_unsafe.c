// CHECK: reach
// FALSE(unreach-call)
// The action before need not have kept a signal waiting.
#include <assert.h>
#include <signal.h>

int main(void)
{
    struct sigaction action, before;
    action.sa_handler = SIG_IGN;
    action.sa_flags = 0;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, &before);
    assert(sigismember(&before.sa_mask, SIGUSR2) == 1);
}
