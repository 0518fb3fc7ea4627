#ifndef PLUGIN_H
#define PLUGIN_H

struct plugin {
  const char *name;
  int (*start)(int level);
  void (*stop)(void);
};

extern const struct plugin plugins[];
extern const int plugin_count;
extern int running;

int limit(int level);
void on_start(int level);

/* Every file has its own. */
static inline int clamp(int value, int most) { return value > most ? most : value; }

extern int nondet_int(void);
extern void reach_error(void);

#endif
