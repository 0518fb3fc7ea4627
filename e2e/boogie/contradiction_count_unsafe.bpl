// UNSAFE
// Two constants that may be one are of a type with one value.
type T;
const a: T;
const b: T;
axiom (forall x, y: T :: x == y);
procedure main()
{
  assert a != b;
}
