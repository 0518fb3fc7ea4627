// UNSAFE
// A number that doubles its length each round: no run follows it to the end of the loop.

procedure main()
{
  var x: int;
  var n: int;

  x := 3;
  n := 0;
  while (n < 8)
  {
    x := x * x;
    n := n + 1;
  }
  assert n != 8;
}
