// SAFE
// Every implementation of a procedure may be the one that runs.

var x: int;

procedure Step();
  modifies x;

implementation Step()
{
  x := x + 1;
}

implementation Step()
{
  x := x + 2;
}

procedure main()
  modifies x;
{
  x := 0;
  call Step();
  call Step();
  assert x >= 2 && x <= 4;
}
