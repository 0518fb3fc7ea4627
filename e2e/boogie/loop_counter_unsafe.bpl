// UNSAFE
// A counter that stops at a bound from outside.

procedure main()
{
  var i, n: int;

  assume n >= 0;
  i := 0;
  while (i < n)
  {
    i := i + 1;
  }
  assert i == n && n < 3;
}
