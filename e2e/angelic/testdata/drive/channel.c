#include "drive.h"
#define raise raise_end
#include "../open/channel.c"
struct packet *new_packet(int length) { return length ? maybe(sizeof(struct packet)) : 0; }
int encode(unsigned char *to, const unsigned char *from, int length) { to[0] = from[0]; return any(3) ? length : -1; }
void wake_up(struct end *e) { e->credits += 0; }
static struct statistics st;
static struct end a, b;
static void start(void) { }
static void step(void)
{
	struct end *e = any(2) ? &a : &b;
	unsigned char text[20] = "hello";
	switch (any(6)) {
	case 0: connect_ends(any(4) ? &a : 0, any(4) ? &b : &a, any(2) ? &st : 0); break;
	case 1: case 2: send_bytes(e, any(5) ? text : 0, any(20)); break;
	case 3: case 4: receive_packet(e); break;
	default: if (!any(4)) hang_up(e);
	}
}
