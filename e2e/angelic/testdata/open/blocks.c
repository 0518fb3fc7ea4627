/* A cache of disk blocks: least recently used first, dirty blocks are written before they are given away. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { CACHE_BLOCKS = 8, BLOCK_SIZE = 64 };
struct block { int number; int dirty; int pins; char *data; struct block *next; };
struct cache { int held; int blocks; int errors; struct block *first; struct disk *disk; };
struct disk { int sectors; int writable; };

int disk_read(struct disk *disk, int number, char *data);
int disk_write(struct disk *disk, int number, const char *data);
char *allocate_data(int size);

static void lock(struct cache *c)
{
	__VERIFIER_assert(c->held == 0);
	c->held = 1;
}

static void unlock(struct cache *c)
{
	__VERIFIER_assert(c->held == 1);
	c->held = 0;
}

static struct block *lookup(struct cache *c, int number)
{
	struct block *b;
	for (b = c->first; b; b = b->next) {
		if (b->number == number)
			return b;
	}
	return 0;
}

static int write_back(struct cache *c, struct block *b)
{
	if (!b->dirty)
		return 0;
	if (!c->disk || !c->disk->writable)
		return -1;
	if (disk_write(c->disk, b->number, b->data) < 0) {
		c->errors++;
		return -1;
	}
	b->dirty = 0;
	return 0;
}

static void insert(struct cache *c, struct block *b)
{
	b->next = c->first;
	c->first = b;
	c->blocks++;
}

/* Gets a block, read from the disk if it is not in the cache; it is pinned until put_block. */
struct block *get_block(struct cache *c, int number)
{
	struct block *b;
	lock(c);
	b = lookup(c, number);
	if (b) {
		b->pins++;
		unlock(c);
		return b;
	}
	if (c->blocks >= CACHE_BLOCKS) {
		unlock(c);
		return 0;
	}
	b = malloc(sizeof *b);
	if (!b) {
		unlock(c);
		return 0;
	}
	b->number = number;
	b->dirty = 0;
	b->pins = 1;
	b->data = allocate_data(BLOCK_SIZE);
	if (!b->data) {
		free(b);
		unlock(c);
		return 0;
	}
	if (!c->disk || disk_read(c->disk, number, b->data) < 0) {
		free(b->data);
		free(b);
		c->errors++;
		unlock(c);
		return 0;
	}
	insert(c, b);
	unlock(c);
	return b;
}

int put_block(struct cache *c, struct block *b)
{
	int status = 0;
	if (!b)
		return -1;
	lock(c);
	b->pins--;
	if (b->pins == 0)
		status = write_back(c, b);
	unlock(c);
	return status;
}

int store_byte(struct cache *c, int number, int at, char value)
{
	struct block *b;
	if (at < 0 || at >= BLOCK_SIZE)
		return -1;
	b = get_block(c, number);
	if (!b)
		return -1;
	b->data[at] = value;
	b->dirty = 1;
	return put_block(c, b);
}

/* Takes the first block out of the cache, if nobody uses it. */
int evict(struct cache *c)
{
	struct block *b;
	lock(c);
	b = c->first;
	if (!b) {
		unlock(c);
		return 0;
	}
	if (b->pins > 0 || write_back(c, b) < 0) {
		unlock(c);
		return -1;
	}
	c->first = b->next;
	c->blocks--;
	free(b->data);
	free(b);
	unlock(c);
	return 1;
}

/* Nothing is held when a request returns. */
int request(struct cache *c, int code, int number)
{
	int status;
	if (!c)
		return -9;
	if (code == 1)
		status = store_byte(c, number, 0, 1);
	else
		status = evict(c);
	__VERIFIER_assert(c->held == 0);
	return status;
}
