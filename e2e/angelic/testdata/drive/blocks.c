#include "drive.h"
#include "../open/blocks.c"
int disk_read(struct disk *disk, int number, char *data) { data[0] = number; return any(4) ? disk->sectors : -1; }
int disk_write(struct disk *disk, int number, const char *data) { return any(4) ? number + data[0] + disk->sectors : -1; }
char *allocate_data(int size) { return maybe(size); }
static struct disk disk = { 4, 1 };
static struct cache cache;
static void start(void) { if (any(5)) cache.disk = &disk; disk.writable = any(4) > 0; }
static void step(void)
{
	int n = any(5);
	switch (any(3)) {
	case 0: store_byte(&cache, n, any(70), 1); break;
	case 1: put_block(&cache, get_block(&cache, n)); break;
	default: evict(&cache);
	}
}
