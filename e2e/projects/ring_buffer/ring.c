#include "ring.h"

struct ring ring;
unsigned refused;

static unsigned check(void) { return ring.head - ring.tail; }

int ring_put(int value)
{
  if (check() == RING_SIZE) {
    refused++;
    return 0;
  }
  ring.slots[ring.head++ % RING_SIZE] = value;
  return 1;
}

int ring_take(int *value)
{
  if (check() == 0)
    return 0;
  *value = ring.slots[ring.tail++ % RING_SIZE];
  return 1;
}
