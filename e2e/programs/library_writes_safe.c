// SAFE
// Locks and streams are not looked into, and only what is handed over is written.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kept = 5;

int main(void)
{
    char name[20] = "host";

    setvbuf(stdout, NULL, _IONBF, 0);
    pthread_mutex_lock(&lock);
    if (gethostname(name, sizeof name) != 0 || kept != 5)
        kept = 5;
    pthread_mutex_unlock(&lock);
    if (kept != 5)
        reach_error();
    return 0;
}
