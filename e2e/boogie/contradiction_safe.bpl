// SAFE
// No state satisfies the axioms, though each of them alone has one, and the program says nothing of what they are about.
const low: int;
const high: int;
function f(x: int): int;
axiom low > high;
axiom (forall x: int :: f(x) > x);
axiom (exists x: int :: x >= low && f(x) <= high);
procedure main()
{
  assert false;
}
