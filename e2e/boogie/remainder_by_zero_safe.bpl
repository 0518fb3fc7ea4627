// SAFE
// A remainder by zero is the same each time.
procedure main()
{
  var x: int;
  x := 5;
  if (x mod 0 != 5 mod 0) {
    assert false;
  }
}
