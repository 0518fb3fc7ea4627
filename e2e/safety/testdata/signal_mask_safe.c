// CHECK: reach
// TRUE
// What an action kept waiting is what was said before, without the signals that wait for nobody.
#include <assert.h>
#include <signal.h>

int main(void)
{
    struct sigaction action, before;
    action.sa_handler = SIG_IGN;
    action.sa_flags = 0;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaddset(&action.sa_mask, SIGKILL);
    sigaction(SIGUSR1, &action, &before);
    assert(sigismember(&before.sa_mask, SIGUSR2) == 0);
    sigaction(SIGUSR1, 0, &before);
    assert(sigismember(&before.sa_mask, SIGUSR2) == 1 && sigismember(&before.sa_mask, SIGKILL) == 0);
}
