/* bound to the machine's C library, which alone runs the registered functions of a compiled program. */
void yogi_unsupported(const char *what);

/* The last one is first; null ends the list. */
void (*__yogi_quick_first)(void), (*__yogi_quick_second)(void), (*__yogi_quick_third)(void), (*__yogi_quick_fourth)(void);

int at_quick_exit(void (*function)(void))
{
  if (function == 0 || __yogi_quick_fourth != 0)
    yogi_unsupported("more than four functions registered with at_quick_exit, or a null pointer");
  __yogi_quick_fourth = __yogi_quick_third;
  __yogi_quick_third = __yogi_quick_second;
  __yogi_quick_second = __yogi_quick_first;
  __yogi_quick_first = function;
  return 0;
}
