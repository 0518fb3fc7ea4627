#ifndef RING_H
#define RING_H

enum { RING_SIZE = 4 };

struct ring {
  int slots[RING_SIZE];
  unsigned head, tail;
};

extern struct ring ring;      /* defined in ring.c */
extern unsigned refused;      /* defined without an initial value in two files: one object */

int ring_put(int value);
int ring_take(int *value);

extern int nondet_int(void);
extern void reach_error(void);

#endif
