#include "drive.h"
#define start start_session
#define step step_session
#include "../open/session.c"
#undef start
#undef step
static struct peer peer;
int send_reply(int kind) { return any(3) ? kind : -1; }
struct message *receive(void) { static struct message m; m.kind = any(10); m.length = any(9); m.from = any(3) ? &peer : 0; return any(4) ? &m : 0; }
struct peer *resolve(int id) { peer.id = id; peer.trusted = any(3); return any(3) ? &peer : 0; }
static struct session session;
static void start(void) { }
static void step(void)
{
	if (any(2)) run(&session, any(4)); else if (start_session(&session, 1) == 0) { hand_over(&session, 2); step_session(&session); }
}
