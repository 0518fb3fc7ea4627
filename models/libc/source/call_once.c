/* bound to the machine's C library, whose numbers of the states are its own: 0 is the one that programs write. */
void yogi_unsupported(const char *what);

void call_once(int *control, void (*function)(void))
{
  if (*control == 1)
    yogi_unsupported("call_once inside of the function that it calls");
  if (*control == 0) {
    *control = 1;
    function();
    *control = 2;
  }
}
