// SAFE
// An axiom about two applications, without a pattern that instances could be made for.
function f(x: int): int;
axiom (forall x, y: int :: f(x) == f(y) ==> x == y);
procedure main()
{
  var a: int;
  assume f(a) == f(3);
  assert a == 3;
}
