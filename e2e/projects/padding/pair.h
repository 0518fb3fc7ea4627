struct pair { char tag; int number; };
struct pair *pair_get(void);
void pair_set(int number);
extern void reach_error(void);
