// UNSAFE
// What comes of a division by zero is any value.
procedure main()
{
  var x, y: int;
  assert x mod 2 == 0 || x mod 2 == 1;
  if (y == 0) {
    assert x div y == 0;
  }
}
