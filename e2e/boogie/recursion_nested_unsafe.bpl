// UNSAFE
// The result of a call is the argument of the next: no number of unrollings says what it is.

procedure Fold(x: int) returns (y: int)
{
  if (x > 50)
  {
    y := x - 5;
    return;
  }
  call y := Fold(x + 6);
  call y := Fold(y);
}

procedure main()
{
  var x, y: int;

  call y := Fold(x);
  assert x <= 50 ==> y == 46;
  assert x > 52 ==> y == x - 4;
}
