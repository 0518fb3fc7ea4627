// UNSAFE
// The elements that an initialiser gives a flexible array member count neither in sizeof nor in a copy.
// INPUTS: none
extern void reach_error(void);
typedef unsigned long size;
void *memcpy(void *, const void *, size);

struct text { int length; char letters[]; };
struct row { char tag; int cells[]; };
static struct text t = {3, "abc"};
struct row r = {1, {7, 8}}, after = {2};

int main(void)
{
  struct row other;
  char bytes[16] = {0};
  other = r;
  memcpy(bytes, &t, sizeof t);
  if (sizeof t != sizeof(struct text) || sizeof t != 4 || sizeof r != 4)
    reach_error();
  if (other.tag != 1 || after.tag != 2)
    reach_error();
  if (t.letters[2] != 'c' || t.letters[3] != 0 || r.cells[1] != 8)
    reach_error();
  if (bytes[0] != 3 || bytes[4] != 'a')
    reach_error();
  return 0;
}
