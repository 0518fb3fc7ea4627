/* A queue is emptied, node by node. */
#include <stdlib.h>

struct node { int job; struct node *next; };

static struct node *push(struct node *head, int job)
{
	struct node *n = malloc(sizeof *n);
	n->job = job;
	n->next = head;
	return n;
}

static void clear(struct node *head)
{
	for (struct node *n = head; n; n = n->next)
		free(n);
}

int main(void)
{
	clear(push(NULL, 1));
	return 0;
}
