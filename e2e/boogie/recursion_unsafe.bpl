// UNSAFE
// A recursive procedure with two ways out.

procedure Count(n: int) returns (steps: int)
{
  if (n <= 0)
  {
    steps := 0;
    return;
  }
  call steps := Count(n - 1);
  steps := steps + 1;
}

procedure main()
{
  var n, steps: int;

  assume 0 <= n && n <= 3;
  call steps := Count(n);
  assert steps < 3;
}
