// UNSAFE
void reach_error(void);
__attribute__((weak)) int measure(int what);
extern int level __attribute__((weak));
int main(void)
{
  if (!measure && &level && level == 5)
    reach_error();
  return 0;
}
