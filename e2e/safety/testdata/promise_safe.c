// CHECK: reach
// TRUE
// The functions keep what their attributes promise: what they write is their own, and tables do not change.
#include <assert.h>
#include <string.h>

struct item { int key, *place; };

int nondet_int(void);

static int table[4] = {1, 2, 4, 8}, mode;

__attribute__((const)) static int power(int n) { return table[n & 3]; }

__attribute__((pure)) static int length(const char *s)
{
  int n = 0;
  while (*s++)
    n++;
  return n + mode;
}

[[gnu::pure]] static int sum(int n)
{
  int parts[3], *next = parts;
  struct item last = {n, &last.key};
  char text[8];
  *next++ = n;
  *next = 1;
  parts[2] = last.key;
  strcpy(text, "ab");
  return parts[0] + parts[1] + parts[2] + (int)strlen(text);
}

__attribute__((pure)) static int half(int n)
{
  assert(n >= 0);
  return n / 2;
}

int main(void)
{
  int n = nondet_int();
  mode = 1;
  length("unneeded");
  if (n < 0 || n > 100)
    return 0;
  assert(power(2) == 4 && length("abc") == 4);
  assert(sum(n) == 2 * n + 3 && half(n) <= n);
  return 0;
}
