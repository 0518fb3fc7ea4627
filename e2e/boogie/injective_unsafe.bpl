// UNSAFE
// Nothing is said of what the function makes of an argument.
function f(x: int): int;
axiom (forall x, y: int :: x == y ==> f(x) == f(y));
procedure main()
{
  var a: int;
  assume f(a) == f(3);
  assert a == 3;
}
