// UNSAFE
// Mathematical integers do not wrap.

procedure main()
{
  var x, y: int;

  havoc x;
  y := x + 1;
  assert y > x;
  y := y * 2 - x;
  assert y == x + 1;
}
