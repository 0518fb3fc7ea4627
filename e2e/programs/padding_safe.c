// SAFE
// Padding: static objects start with zeros, memcpy and memset write all bytes, and members never change with it.
typedef unsigned long size;
extern void reach_error(void);
void *memcpy(void *, const void *, size);
void *memset(void *, int, size);

struct pair { char tag; int number; };
union value { char letter; struct pair pair; };
static struct pair first, second = {1, 2};

int main(void)
{
  struct pair a, b = {1, 2};
  union value v;
  unsigned char *bytes = (unsigned char *)&second;
  if (first.number != 0 || ((unsigned char *)&first)[2] != 0 || bytes[1] != 0 || bytes[4] != 2)
    reach_error();
  memset(&a, 7, sizeof a);
  struct pair c;
  memcpy(&c, &a, sizeof c);
  if (((unsigned char *)&c)[3] != 7)
    reach_error();
  c = b;
  c.tag = 9;
  if (c.number != 2 || c.tag != 9 || ((unsigned char *)&c)[4] != 2)
    reach_error();
  v.pair.number = 3;
  v.letter = 'x';
  if (((char *)&v)[0] != 'x')
    reach_error();
  return 0;
}
