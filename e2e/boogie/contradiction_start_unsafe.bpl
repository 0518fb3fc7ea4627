// UNSAFE
// Some start has what the where clause says.
var g: int where g > 3 && g < 5;
procedure main()
  modifies g;
{
  g := 1;
  assert false;
}
