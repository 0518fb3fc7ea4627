/* What runs when the program ends, and in which order. */
int atexit(void (*)(void));
static int order;
static void step(int n) { CHECK(order == n - 1); order = n; }
static int at_end_of_main;

static void runs_fourth(void) { step(4); }
static void runs_third(void) { step(3); atexit(runs_fourth); }
static void runs_second(void) { CHECK(at_end_of_main == 7); step(2); }
static void runs_sixth(void) { step(6); }
static void runs_fifth(void) { step(5); }

void ninth(void) __attribute__((destructor));
static __attribute__((destructor(300))) void tenth(void) { step(9); }
static __attribute__((destructor(200))) void thirteenth(void) { step(12); }
static __attribute__((destructor)) void eighth_too(void) { CHECK(order == 8); }
static __attribute__((destructor(250), constructor)) void both(void) { if (order) step(11); else at_end_of_main = 1; }
__attribute__((destructor(250))) void eleventh(void) { step(10); }
void ninth(void) { step(8); }
static __attribute__((destructor)) void seventh(void) { step(7); }
static __attribute__((destructor(299))) void between(void) { CHECK(order == 9); }

void starts_late(void) __attribute__((constructor));
static int started;
static __attribute__((constructor)) void starts_early(void) { CHECK(started == 0); started = 1; atexit(runs_sixth); }
void starts_late(void) { CHECK(started == 1); started = 2; }

static int last(void) { at_end_of_main = 7; return 0; }

int main(void)
{
  CHECK(started == 2 && at_end_of_main == 1 && order == 0);
  CHECK(atexit(runs_fifth) == 0);
  CHECK(atexit(runs_third) == 0);
  CHECK(atexit(runs_second) == 0);
  order = 1;
  return last();
}
