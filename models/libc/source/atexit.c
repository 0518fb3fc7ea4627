/* bound to the machine's C library, which alone runs the registered functions of a compiled program.
   The registered functions run when the program ends by exit or by returning from main, the last one first; those that they
   register in turn run next, as with glibc. For the sake of proofs there is neither an array nor a loop. */
void yogi_unsupported(const char *what);

/* The last one is first; null ends the list. */
static void (*first)(void), (*second)(void), (*third)(void), (*fourth)(void), (*fifth)(void), (*sixth)(void),
  (*seventh)(void), (*eighth)(void);

int atexit(void (*function)(void))
{
  if (function == 0 || eighth != 0)
    yogi_unsupported("more than eight functions registered with atexit, or a null pointer");
  eighth = seventh;
  seventh = sixth;
  sixth = fifth;
  fifth = fourth;
  fourth = third;
  third = second;
  second = first;
  first = function;
  return 0;
}

static void run_first(void)
{
  void (*function)(void) = first;
  first = second;
  second = third;
  third = fourth;
  fourth = fifth;
  fifth = sixth;
  sixth = seventh;
  seventh = eighth;
  eighth = 0;
  function();
}

void __yogi_run_registered(void)
{
  if (first == 0)
    return;
  run_first();
  if (first == 0)
    return;
  run_first();
  if (first == 0)
    return;
  run_first();
  if (first == 0)
    return;
  run_first();
  if (first == 0)
    return;
  run_first();
  if (first == 0)
    return;
  run_first();
  if (first == 0)
    return;
  run_first();
  if (first == 0)
    return;
  run_first();
  if (first != 0)
    yogi_unsupported("functions registered with atexit while the program ends");
}
