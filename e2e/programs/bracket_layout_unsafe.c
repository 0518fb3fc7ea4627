// UNSAFE
// Attributes in double brackets that change runs: of a structure, and at the start of a declaration.
// INPUTS: none
extern void reach_error(void);
extern void exit(int);

struct [[gnu::packed]] packed { char kind; int size; };
union [[gnu::aligned(32)]] wide { char bytes[3]; };
static int given_back;

[[gnu::noreturn]] static void die(void)
{
  exit(3);
}

[[gnu::unused]] [[gnu::noreturn]] void also_dies(void) { exit(4); }

static void give_back(int *place)
{
  given_back += *place;
}

int main(void)
{
  if (sizeof(struct packed) != 5 || sizeof(union wide) != 32)
    reach_error();
  {
    [[gnu::cleanup(give_back)]] int place = 7;
  }
  if (given_back == 7)
    reach_error();
  if (given_back == 7)
    die();
  reach_error();
  return 0;
}
