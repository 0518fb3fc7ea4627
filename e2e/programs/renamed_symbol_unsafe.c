// UNSAFE
// #pragma redefine_extname: the linker knows a name by another symbol. #pragma weak changes nothing where there is one definition.
// INPUTS: none
extern void reach_error(void);
#pragma weak unused
extern int unused(void);
int current(void) { return 3; }
#pragma redefine_extname former current
int former(void);

int main(void)
{
  if (former() == 3)
    reach_error();
  return 0;
}
