/* bound to the machine's C library, which alone runs the registered functions of a compiled program.
   The registered functions run when the program ends by exit or by returning from main, the last one first; those that they
   register in turn run next, as with glibc. When one that a destructor registers runs depends on how the program is linked:
   that is refused. For the sake of proofs there is neither an array nor a loop. */
void yogi_unsupported(const char *what);

/* The last one is first; null ends the list. */
static void (*first)(void), (*second)(void), (*third)(void), (*fourth)(void), (*fifth)(void), (*sixth)(void),
  (*seventh)(void), (*eighth)(void);
static int ended; /* all of them have run: destructors are next */

int atexit(void (*function)(void))
{
  if (ended)
    yogi_unsupported("a function registered with atexit while destructors run");
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

static void run_all(void)
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

void __yogi_run_registered(void)
{
  run_all();
  ended = 1;
}
