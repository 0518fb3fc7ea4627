// SAFE
// The values that a run asks of functions are those that the axioms allow, one after the other.
function f(x: int): int;
function g(x: int): int;
axiom (forall x: int :: {f(x)} f(x) == g(x) + 1);
axiom (forall x: int :: {g(x)} g(x) > x);
procedure main()
{
  var a: int;
  assert f(3) > 4;
  a := f(f(a)) - f(a);
  assert a > 1;
}
