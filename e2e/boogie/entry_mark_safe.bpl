// SAFE
// The run starts at the implementation that is marked, not at the one called main.

var x: int;

procedure start();
  modifies x;

implementation {:entrypoint} start()
{
  x := 1;
  call check(x);
}

procedure check(value: int)
{
  assert value == 1;
}

procedure main()
{
  assert false;
}
