// UNSAFE
// A function is not an operation on bits for its name.
function BAND(x: int, y: int): int;
procedure main()
{
  assert BAND(6, 3) == 2;
}
