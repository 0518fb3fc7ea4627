// SAFE
void reach_error(void);
__attribute__((weak)) int measure(int what);
extern int level __attribute__((weak));
int (*chosen)(int) = measure;
int main(void)
{
  if (chosen != measure)
    reach_error();
  if (&level)
    level = 3;
  measure(1);
  if (!measure)
    reach_error(); /* it was called */
  if (&level && level != 3)
    reach_error();
  return 0;
}
