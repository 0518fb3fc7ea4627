// UNSAFE
// A where clause restricts the starting value and every havoc.

var size: int where size >= 0;

procedure main()
  modifies size;
{
  var index: int where index < 10;

  assert size >= 0;
  size := -5;
  havoc size, index;
  assert size >= 0 && index < 10;
  index := index + 1;
  assert index < 10;
}
