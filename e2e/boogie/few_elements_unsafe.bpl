// UNSAFE
// Two of any three values are one, so two may differ.
type T;
axiom (forall x, y, z: T :: x == y || y == z || x == z);
procedure main()
{
  var a, b: T;
  assert a == b;
}
