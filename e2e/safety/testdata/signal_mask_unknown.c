// CHECK: reach
// UNKNOWN(model)
// Nothing is known of the signals that the action before kept waiting; there were none.
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
