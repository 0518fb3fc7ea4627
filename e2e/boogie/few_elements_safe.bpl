// SAFE
// An axiom says how many values a type has.
type T;
const one: T;
function f(x: T): T;
axiom (forall x, y: T :: x == y);
procedure main()
{
  var a: T;
  var m: [int]T;
  assert f(a) == one;
  assert m[0] == m[1];
}
