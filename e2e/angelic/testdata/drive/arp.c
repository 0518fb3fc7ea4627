#include "drive.h"
#include "../open/arp.c"
int send_packet(struct card *c, struct packet *p) { return any(3) ? c->up + p->bytes[0] : -1; }
int ask(struct card *c, unsigned ip) { return any(3) ? c->up + (int)ip : -1; }
void warn(unsigned ip) { if (ip > 100) abort(); }
static struct card card = { 1, 1 };
static struct network network;
static void start(void) { if (any(8)) network.card = &card; }
static void step(void)
{
	struct packet *p = any(5) ? calloc(1, sizeof *p) : 0;
	card.up = any(7) > 0;
	if (p) p->bytes = calloc(1, 4);
	switch (any(3)) {
	case 0: output(&network, p, any(4)); return;
	case 1: input(&network, any(4)); break;
	default: expire(&network);
	}
}
