// UNSAFE
// INPUTS: none
/* 0.1f32 is the float next to a tenth, and not the double. */
extern void reach_error(void);
int main(void) {
  double tenth = 0.1f32;
  if (tenth != 0.1f64)
    reach_error();
}
