// SAFE
// Several targets of goto: each is possible.

procedure main()
{
  var x: int;

start:
  x := 0;
  goto left, right;
left:
  x := x + 1;
  goto join;
right:
  assume x == 0;
  x := x + 2;
join:
  assert x == 1 || x == 2;
  assert x < 3;
}
