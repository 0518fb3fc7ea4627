#include "drive.h"
#include "../open/queue.c"
struct request *allocate_request(int length) { return length ? maybe(sizeof(struct request)) : 0; }
void release_request(struct request *r) { free(r); }
int transfer(char *buffer, int length) { return any(4) ? (buffer ? 1 : 0) + length : -1; }
void report(int code) { if (code > 100000) abort(); }
static struct device device;
static void start(void) { }
static void step(void)
{
	device.open = any(5) > 0;
	if (any(6)) control(&device, any(2), any(20)); else drain(&device);
}
