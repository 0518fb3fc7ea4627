// UNSAFE
// INPUTS: none
/* A null pointer constant is an argument for a transparent union with a pointer. */
extern void reach_error(void);
typedef union {
  int *number;
  float *fraction;
} pointer __attribute__((transparent_union));
static int none(pointer p) { return p.fraction == 0; }
int main(void) {
  if (none(0))
    reach_error();
}
