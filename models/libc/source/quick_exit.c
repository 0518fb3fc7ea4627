/* bound to the machine's C library, which alone runs the registered functions of a compiled program: the last one first, and
   those that they register next. */
void yogi_unsupported(const char *what);
void _Exit(int status) __attribute__((noreturn));

void (*__yogi_quick_first)(void), (*__yogi_quick_second)(void), (*__yogi_quick_third)(void), (*__yogi_quick_fourth)(void);

static void run_first(void)
{
  void (*function)(void) = __yogi_quick_first;
  __yogi_quick_first = __yogi_quick_second;
  __yogi_quick_second = __yogi_quick_third;
  __yogi_quick_third = __yogi_quick_fourth;
  __yogi_quick_fourth = 0;
  if (function != 0)
    function();
}

void quick_exit(int status)
{
  run_first();
  run_first();
  run_first();
  run_first();
  if (__yogi_quick_first != 0)
    yogi_unsupported("functions registered with at_quick_exit while the program ends");
  _Exit(status);
}
