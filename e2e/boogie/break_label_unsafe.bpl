// UNSAFE
// break leaves the loop that it names.

procedure main()
{
  var i, j: int;

  i := 0;
outer:
  while (i < 3)
  {
    j := 0;
    while (true)
    {
      if (j == 2)
      {
        break;
      }
      if (i == 1)
      {
        break outer;
      }
      j := j + 1;
    }
    i := i + 1;
  }
  assert i == 3 && j == 0;
}
