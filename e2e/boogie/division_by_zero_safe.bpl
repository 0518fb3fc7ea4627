// SAFE
// The same division by zero has the same value each time, and other divisions are as ever.
procedure main()
{
  var x, y, z: int;
  var r: real;
  z := y - y;
  assert x div 0 == x div z && x mod z == x mod 0;
  assert r / 0.0 == r / real(z);
  if (y != 0) {
    assert (x div y) * y + x mod y == x;
    assert 0 <= x mod y;
  }
}
