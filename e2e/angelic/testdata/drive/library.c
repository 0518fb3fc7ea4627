#include "drive.h"
#include "../open/library.c"
static struct shelf shelf;
static struct book books[3];
static struct card card = { 1, 100 };
static struct reader readers[2];
struct book *catalogue(int number) { return any(4) ? &books[number % 3] : 0; }
struct card *renew_card(struct reader *r) { r->fines++; return any(2) ? &card : 0; }
void remind(int reader, int book) { if (reader + book > 1000) abort(); }
static struct desk desk;
static void start(void) { books[0].shelf = &shelf; }
static void step(void)
{
	desk.open = any(6) > 0;
	desk.today += any(9);
	switch (any(3)) {
	case 0: borrow(&desk, any(5) ? &readers[any(2)] : 0, any(3)); break;
	case 1: give_back(&desk, any(5) ? &books[any(3)] : 0); break;
	default: overdue(&desk);
	}
}
