// UNSAFE
// A model of the axioms has the values that the run asks for.
function f(x: int): int;
function g(x: int): int;
axiom (forall x: int :: {f(x)} f(x) == g(x) + 1);
axiom (forall x: int :: {g(x)} g(x) > x);
procedure main()
{
  var a: int;
  assert f(3) > 4;
  assert f(f(a)) > f(a) + 2;
}
