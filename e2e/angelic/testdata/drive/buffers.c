#include "drive.h"
#define accept accept_message
#include "../open/buffers.c"
struct buffer *take_buffer(struct port *p) { return p ? maybe(sizeof(struct buffer)) : 0; }
int transmit(struct port *p, const unsigned char *data, int length) { return any(3) ? p->up + data[0] + length : -1; }
unsigned short checksum(const unsigned char *data, int length) { return length > 0 ? any(2) : data[0] * 0; }
static struct port port;
static void start(void) { port.up = any(5) > 0; }
static void step(void)
{
	unsigned char text[80] = { 1, 2, 0, 0 };
	struct buffer *b;
	switch (any(4)) {
	case 0: case 1: enqueue(&port, wrap(&port, any(6) ? text : 0, any(80))); break;
	case 2: flush(&port); break;
	default: b = wrap(&port, text, 1 + any(20)); accept_message(&port, any(5) ? b : 0); free(b);
	}
}
