// SAFE
// Two constants that differ are of a type with one value, which nothing in the program is of.
type T;
const unique a: T;
const unique b: T;
axiom (forall x, y: T :: x == y);
procedure main()
{
  assert false;
}
