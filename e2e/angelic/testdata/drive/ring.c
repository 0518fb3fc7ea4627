#include "drive.h"
#include "../open/ring.c"
int doorbell(struct device *d, unsigned place) { return any(3) ? d->running + (int)place : -1; }
int device_status(struct device *d, unsigned place) { return any(3) ? d->running + (int)place : -1; }
struct request *new_request(int length) { return length < 60 ? maybe(sizeof(struct request)) : 0; }
static void done(struct client *c, int status) { if (c->errors > 10000 && status) abort(); }
static struct client client;
static struct device device = { 1, 0 };
static struct ring ring;
static void start(void) { if (any(7)) ring.device = &device; if (any(2)) client.done = done; }
static void step(void)
{
	device.running = any(7) > 0;
	switch (any(5)) {
	case 0: case 1: start_request(&ring, any(3) ? &client : 0, any(70)); break;
	case 2: case 3: interrupt(&ring); break;
	default: reset(&ring);
	}
}
