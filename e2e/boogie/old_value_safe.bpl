// SAFE
// old names the value at the entry of its own procedure.

var x: int;

procedure Twice()
  modifies x;
{
  x := x + 1;
  assert x == old(x) + 1;
  x := x + 1;
  assert x == old(x) + 2;
}

procedure main()
  modifies x;
{
  x := 10;
  call Twice();
  call Twice();
  assert x == 14;
}
