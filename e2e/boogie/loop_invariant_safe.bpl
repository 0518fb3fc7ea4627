// SAFE
// An invariant that is not free is checked, on entry and after each round.

procedure main()
{
  var x: int;

  x := 0;
  while (*)
    invariant x == 0 || x == 2 || x == 4;
  {
    if (x < 4)
    {
      x := x + 2;
    }
  }
}
