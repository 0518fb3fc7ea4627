// SAFE
// No start has what the where clause says, so there is no run.
var g: int where g > 3 && g < 2;
procedure main()
  modifies g;
{
  g := 1;
  assert false;
}
