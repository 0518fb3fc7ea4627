// SAFE
// The loader calls what the sections .init_array and .fini_array name, in the order of their priorities.
extern void reach_error(void);
static int calls;
static void first(void) { if (calls++ != 0) reach_error(); }
static void second(void) { if (calls++ != 1) reach_error(); }
static void last(void) { if (calls != 3) reach_error(); }
__attribute__((section(".init_array"), used)) static void (*const at_start[1])(void) = {second};
__attribute__((section(".init_array.00200"), used)) static void (*sooner)(void) = first;
__attribute__((section(".fini_array"), used)) static void (*at_end)(void) = last;

int main(void)
{
  if (calls != 2)
    reach_error();
  calls++;
  return 0;
}
