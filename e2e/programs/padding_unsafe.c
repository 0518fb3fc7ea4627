// UNSAFE
// Assigning all members says nothing of the bytes between them.
// INPUTS: none
typedef unsigned long size;
extern void reach_error(void);
int memcmp(const void *, const void *, size);

struct pair { char tag; int number; };
static struct pair known = {1, 2};

__attribute__((noinline)) void leave(void)
{
  volatile char left[200];
  for (int i = 0; i < 200; i++)
    left[i] = 0x55;
  if (left[0] == 0)
    reach_error();
}

__attribute__((noinline)) int differs(void)
{
  struct pair made[4];

  made[0].tag = 1;
  made[0].number = 2;
  return memcmp(&made[0], &known, sizeof known);
}

int main(void)
{
  leave();
  if (differs() != 0)
    reach_error();
  return 0;
}
