// UNSAFE
// The same axioms without a contradiction.
const low: int;
const high: int;
function f(x: int): int;
axiom low < high;
axiom (forall x: int :: f(x) > x);
axiom f(low) >= high;
procedure main()
{
  assert false;
}
