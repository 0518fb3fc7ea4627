/* A counter behind a lock; the limit returns early. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

int add(int n)
{
	pthread_mutex_lock(&lock);
	if (count + n > 100)
		return -1;
	count += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	add(60);
	add(60);
	add(1);
	return 0;
}
