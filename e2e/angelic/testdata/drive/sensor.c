#include "drive.h"
#include "../open/sensor.c"
struct bus *attach(int address) { struct bus *b = maybe(sizeof *b); if (b) b->address = address; return b; }
void detach(struct bus *bus) { bus->speed++; free(bus); }
int bus_read(struct bus *bus, int reg) { return any(3) ? bus->address + reg : -1; }
int bus_write(struct bus *bus, int reg, int value) { return any(3) ? bus->address + reg + value : -1; }
void complain(int code) { if (code < 0) abort(); }
static struct sensor *sensor;
static struct config config = { 3, 4, 0, 0 };
static void start(void) { }
static void step(void)
{
	int stamp;
	switch (any(4)) {
	case 0: if (!sensor) sensor = probe(5, any(5) ? &config : 0); break;
	case 1: measure(sensor, any(9)); break;
	case 2: latest(sensor, any(2) ? &stamp : 0); break;
	default: removed(sensor); sensor = 0;
	}
}
