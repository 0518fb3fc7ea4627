// SAFE
/* A null pointer constant is an argument for a transparent union with a pointer, as accept(s, 0, 0) is where
   _GNU_SOURCE is defined. */
extern void reach_error(void);
typedef union {
  int *number;
  float *fraction;
} pointer __attribute__((transparent_union));
static int none(pointer p) { return p.number == 0; }
int main(void) {
  int number = 1;
  float fraction = 2;
  if (!none(0) || !none((void *)0) || none(&number) || none(&fraction))
    reach_error();
}
