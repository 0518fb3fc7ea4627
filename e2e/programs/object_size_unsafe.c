// UNSAFE
// __builtin_object_size where every build by gcc knows the object, and __builtin_constant_p where no optimisation matters.
// INPUTS: none
extern void reach_error(void);
struct record { int number; char name[4]; int kind; char rest[5]; } s, row[3];
struct list { int n; char data[]; } f = {1, {1, 2, 3}};
int grid[3][4];
union either { char letters[3]; int numbers[4]; } u;
volatile int device;
#define SIZES(pointer, whole, part)                                                              \
  if (__builtin_object_size(pointer, 0) != whole || __builtin_object_size(pointer, 1) != part || \
      __builtin_object_size(pointer, 2) != whole || __builtin_object_size(pointer, 3) != part)   \
    reach_error();

int main(void)
{
  char b[10];
  int x = 5;
  SIZES(b, 10, 10)
  SIZES(s.name, 16, 4)
  SIZES(&s.number, 20, 4)
  SIZES(s.rest, 8, 5)
  SIZES(f.data, 3, 3)
  SIZES(&f, 7, 7)
  SIZES(grid[1], 32, 32)
  SIZES(u.letters, 16, 3)
  SIZES(row[1].name, 36, 4)
  SIZES("abc", 4, 4)
  if (__builtin_object_size(b + 3, 0) != 7 || __builtin_object_size(b + 12, 0) != 0)
    reach_error();
  if (!__builtin_constant_p(3) || !__builtin_constant_p(1.5) || !__builtin_constant_p("a"))
    reach_error();
  if (__builtin_constant_p(device) || __builtin_constant_p(&x) || __builtin_constant_p(x++) || x == 5)
    reach_error();
  return 0;
}
