/* approximate: what rand knows of its sequences. */
unsigned __yogi_seed;
_Bool __yogi_drawn;

void srand(unsigned seed)
{
  __yogi_seed = seed - 1;
  __yogi_drawn = 0;
}
