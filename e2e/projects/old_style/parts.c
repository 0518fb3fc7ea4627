/* Definitions as before 1989. */
int total;

add(amount, twice)
  int amount;
  char twice;
{
  total = total + amount;
  if (twice)
    total = total + amount;
  return total;
}

long *where() { static long cell = 5; return &cell; }

clear() { total = 0; }
