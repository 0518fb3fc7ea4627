// UNSAFE
// A constant of an uninterpreted function.

function f(x: int) returns (int);
axiom f(0) == 5;

procedure main()
{
  assert f(1) == 5;
}
