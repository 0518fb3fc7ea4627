// SAFE
// What is weak and has no definition in the program may have one in another part of it.
extern void reach_error(void);
__attribute__((weak)) int measure(int what);
extern int level __attribute__((weak));
int (*chosen)(int) = measure;

int main(void)
{
  if (&level)
    level = 3;
  if (chosen != measure)
    reach_error();
  if (&level && level != 3)
    reach_error();
  if (!measure && chosen)
    reach_error();
  return 0;
}
