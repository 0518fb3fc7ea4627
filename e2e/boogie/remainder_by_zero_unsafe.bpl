// UNSAFE
// A remainder by zero is no remainder of the divisor, nor is it the dividend.
procedure main()
{
  var x: int;
  x := 5;
  if (x mod 0 == 1) {
    assert false;
  }
}
