// UNSAFE
// An uninterpreted function that an axiom restricts.

function half(x: int) returns (int);
axiom (forall x: int :: {half(x)} half(x) + half(x) <= x && x <= half(x) + half(x) + 1);

procedure main()
{
  var x: int;

  assume x == 9;
  assert half(x) == 5;
}
