// SAFE
// A function of that name has one value for one pair of arguments, whatever it is.
function BAND(x: int, y: int): int;
procedure main()
{
  var z: int;
  z := 6;
  assert BAND(6, 3) == BAND(z, 3);
}
