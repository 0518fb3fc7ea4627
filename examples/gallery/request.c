/* An error path frees what its caller frees, too. */
#include <stdlib.h>

struct request { char *body; int length; };

static int parse(struct request *r)
{
	if (r->length > 512) {
		free(r->body);
		return -1;
	}
	return 0;
}

int handle(int length)
{
	struct request r = { malloc(16), length };
	int status = parse(&r);
	free(r.body);
	return status;
}
