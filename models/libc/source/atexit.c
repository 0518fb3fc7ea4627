/* bound to the machine's C library, which alone runs the registered functions of a compiled program.
   The registered functions run when the program ends by exit or by returning from main, the last one first; those that they
   register in turn run next, as with glibc. When one that a destructor registers runs depends on how the program is linked:
   that is refused. For the sake of proofs there is neither an array nor a loop for the last eight. */
void yogi_unsupported(const char *what);

/* The last one is first; null ends the list. */
static void (*first)(void), (*second)(void), (*third)(void), (*fourth)(void), (*fifth)(void), (*sixth)(void),
  (*seventh)(void), (*eighth)(void);
/* Those before them, the last one behind the others. */
static void (*older[120])(void);
static int kept; /* how many are older */
static int ended; /* all of them have run: destructors are next */

int atexit(void (*function)(void))
{
  if (ended)
    yogi_unsupported("a function registered with atexit while destructors run");
  if (function == 0 || kept == sizeof older / sizeof older[0])
    yogi_unsupported("more than 128 functions registered with atexit, or a null pointer");
  if (eighth != 0)
    older[kept++] = eighth;
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
  eighth = kept > 0 ? older[--kept] : 0;
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
  while (first != 0)
    run_first();
}

void __yogi_run_registered(void)
{
  run_all();
  ended = 1;
}
