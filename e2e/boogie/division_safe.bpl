// SAFE
// Division rounds so that the remainder is never negative.

procedure main()
{
  var x: int;

  assume -9 <= x && x <= 9;
  assert (x div 3) * 3 + x mod 3 == x;
  assert x mod 3 >= 0;
  assert x mod -3 >= 0;
  assert x != -7 || x div 2 == -4;
}
